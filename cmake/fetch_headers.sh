#!/bin/sh
# Downloads Debian's package of Python.h and unpacks it into a folder: cmake/fetch_headers.sh PACKAGE FOLDER
# Uses the machine's package lists where they are fresh enough, else lists of its own inside the folder.
set -eu
package=$1 folder=$2
rm -rf "$folder"
mkdir -p "$folder/own/lists/partial" "$folder/own/cache/archives/partial"
cd "$folder"
own="-o Dir::State::lists=$folder/own/lists -o Dir::Cache=$folder/own/cache -o APT::Sandbox::User="
apt-get -qq -o APT::Sandbox::User= download "$package" 2>/dev/null || {
  apt-get -qq $own update
  apt-get -qq $own download "$package"
}
dpkg-deb -x "$package"_*.deb .
rm -rf own "$package"_*.deb
# Debian's pyconfig.h is a signpost to the one of the architecture, in a folder that is not on the path of headers.
for real in usr/include/*-*/python3*/pyconfig.h; do
  [ -e "$real" ] && cp "$real" "usr/include/$(basename "$(dirname "$real")")/"
done
touch complete
