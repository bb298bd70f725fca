"""The object files of cpp/isa: nothing of an instruction set may run, or be linked in, outside its own table.

A weak symbol (a template or an inline function with external linkage) compiled with AVX-512 may be the copy the linker
keeps for everybody; a static initialiser runs before the CPU is asked. Both kill the library on an older machine.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "cpp" / "isa").glob("*.cpp"))


def cmake_flags(variable: str) -> list[str]:
    """The flags a `set(variable ...)` of CMakeLists.txt gives."""
    found = re.search(rf"set\({variable} ([^)]*)\)", (ROOT / "CMakeLists.txt").read_text())
    assert found, f"CMakeLists.txt sets no {variable}"
    return found[1].split()


def compile_object(source: Path, isa: str, folder: Path) -> Path:
    flags = [*cmake_flags("LACONIC_FLAGS"), *cmake_flags(f"LACONIC_ISA_{isa}")]
    made = folder / f"{source.stem}_{isa}.o"
    line = ["g++", "-std=c++20", "-fPIC", *flags, f"-DLACONIC_ISA={isa}", f"-I{ROOT / 'cpp'}", "-c", source, "-o", made]
    subprocess.run(line, check=True)
    return made


def faults(made: Path, isa: str) -> list[str]:
    """Lines of nm and objdump that should not be there."""
    symbols = subprocess.run(["nm", "-C", made], check=True, capture_output=True, text=True).stdout.splitlines()
    # Column two is the kind: W, V, u are weak or unique; they pass when they carry the name of their instruction set.
    weak = [s for s in symbols if re.search(r"(?:^| )[WVu] ", s) and f"laconic::{isa}::" not in s]
    early = [s for s in symbols if "_GLOBAL__sub_I_" in s or "__static_initialization" in s or "__cxa_atexit" in s]
    sections = subprocess.run(["objdump", "-h", made], check=True, capture_output=True, text=True).stdout
    return weak + early + re.findall(r"\S*\.(?:init_array|ctors)\S*", sections)


def require_tools() -> None:
    missing = [tool for tool in ("g++", "nm", "objdump") if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}: apt-get install g++ binutils")


@pytest.mark.parametrize("isa", ["baseline", "avx2", "avx512"])
def test_no_weak_symbol_and_no_static_initialiser(isa: str, tmp_path: Path) -> None:
    require_tools()
    assert SOURCES
    found = {source.name: faults(compile_object(source, isa, tmp_path), isa) for source in SOURCES}
    assert not {name: lines for name, lines in found.items() if lines}


def test_the_check_sees_what_it_looks_for(tmp_path: Path) -> None:
    require_tools()
    bad = tmp_path / "bad.cpp"
    bad.write_text(
        "#include <vector>\n#include <cstdlib>\nnamespace laconic { std::vector<int> made(std::rand()); }\n"
        "namespace laconic { void grow() { made.push_back(1); } }\n"
    )
    text = "\n".join(faults(compile_object(bad, "avx2", tmp_path), "avx2"))
    assert "std::vector" in text
    assert "_GLOBAL__sub_I_" in text
    assert ".init_array" in text


def test_maths_is_free_of_shared_symbols(tmp_path: Path) -> None:
    """maths.hpp is made to be included there."""
    require_tools()
    user = tmp_path / "user.cpp"
    user.write_text(
        '#include "kernels/maths.hpp"\nnamespace laconic::avx2 {\n'
        "double f(double x) { return maths::pow(x, maths::log(x)) + maths::exp(x); }\n}\n"
    )
    assert faults(compile_object(user, "avx2", tmp_path), "avx2") == []
