#!/bin/sh
# Packs the sources of the version in bustle.h as a rock, from which LuaRocks builds and installs anywhere:
# sh rocks/pack.sh FOLDER. What git knows or would take is in it.
set -eu

cd "$(dirname -- "$0")/.."
folder=$(CDPATH='' cd -- "$1" && pwd)
rockspec=$(find rocks -name 'bustle-[0-9]*.rockspec')
name=$(basename "$rockspec" .rockspec)
archive=${name%-*}

git ls-files --cached --others --exclude-standard |
    tar -czf "$folder/$archive.tar.gz" --transform "s,^,$archive/," -T -
rm -f "$folder/$name.src.rock"
zip -q -j "$folder/$name.src.rock" "$rockspec" "$folder/$archive.tar.gz"
rm "$folder/$archive.tar.gz"
echo "$folder/$name.src.rock"
