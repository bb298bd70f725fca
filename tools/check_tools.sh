#!/bin/sh
# Looks for what has to be on the machine before anything is installed, and names the line that installs what is not.
# Everything else (cmake, ninja, numpy, ...) comes from PyPI into the project's own virtual environment.
#   tools/check_tools.sh [PYTHON]
python=${1:-python3}

missing() {
  echo "laconic: $1" >&2
  echo "  on Debian or Ubuntu:  sudo apt install $2" >&2
  exit 1
}

command -v "$python" >/dev/null 2>&1 ||
  missing "no '$python' found; Laconic needs CPython 3.11 or later (another one: make PYTHON=/path/to/python3.11)" "python3 python3-venv"

found=$("$python" -c 'import platform; print(platform.python_implementation(), platform.python_version())' 2>&1)
"$python" -c 'import sys; sys.exit(not (sys.version_info >= (3, 11) and sys.implementation.name == "cpython"))' 2>/dev/null ||
  missing "'$python' is $found; Laconic needs CPython 3.11 or later (name one: make PYTHON=python3.11)" "python3.11 python3.11-venv"

"$python" -c 'import venv, ensurepip' 2>/dev/null ||
  missing "'$python' ($found) comes without its venv module, which makes the project's own environment" "python3-venv"

compiler=${CXX:-}
[ -n "$compiler" ] || for name in c++ g++ clang++; do
  command -v "$name" >/dev/null 2>&1 && compiler=$name && break
done
[ -n "$compiler" ] || missing "no C++ compiler (c++, g++, clang++) found; the native core is C++20" "g++"

echo '#include <span>
int main() { return static_cast<int>(std::span<const int>().size()); }' |
  $compiler -std=c++20 -x c++ -fsyntax-only - >/dev/null 2>&1 ||
  missing "'$compiler' does not compile C++20; GCC 11 or Clang 14 and later do (name one: make CXX=g++-12)" "g++"

include=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
[ -e "$include/Python.h" ] || command -v apt-get >/dev/null 2>&1 ||
  missing "no Python.h in $include (the build fetches it by itself where there is apt-get)" "python3-dev"
