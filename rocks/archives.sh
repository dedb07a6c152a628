#!/bin/sh
# Makes the archives of a release, from which bustle is used without a compiler or a clone: sh rocks/archives.sh FOLDER
#
#     bustle-VERSION-linux-x64.tar.gz    the Lua files, the packs, an example, and the C module for Lua 5.4 and for
#     bustle-VERSION-windows-x64.zip     Lua 5.1 and LuaJIT
#     bustle-VERSION-love.zip            the folder `bustle` for a game in LÖVE, on both systems
#     bustle-VERSION-1.src.rock          the sources, for LuaRocks (pack.sh)
#     SHA256SUMS
#
# The modules for Windows come from mingw-w64. They are in build/archives, as is what is packed.
set -eu

cd "$(dirname -- "$0")/.."
root=$PWD
mkdir -p "$1"
target=$(CDPATH='' cd -- "$1" && pwd)
work=$root/build/archives
version=$(sed -n 's/#define BUSTLE_VERSION_\(MAJOR\|MINOR\|PATCH\) //p' core/include/bustle.h | paste -s -d . -)
jobs=$(nproc 2>/dev/null || echo 1)

main() {
    rm -rf "$work/packed"
    make_modules linux
    make_modules windows -DCMAKE_TOOLCHAIN_FILE=cmake/mingw.cmake
    for system in linux windows; do gather "$system"; done
    gather_love
    find "$work/packed" -exec touch -h -d "@$(git log -1 --format=%ct)" '{}' +
    pack
}

# make_modules SYSTEM [CMAKE OPTIONS]: SYSTEM/lua5.1/bustle_core.so and so on. A module for Lua 5.1 is one for LuaJIT.
make_modules() {
    tree=$work/$1
    shift
    cmake -S . -B "$tree" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE="-O3 -DNDEBUG -s" \
        -DBUSTLE_BUILD_LUA=ON -DBUSTLE_LUA_ABIS="lua5.1;lua5.4" -DBUSTLE_WERROR=ON "$@"
    cmake --build "$tree" --parallel "$jobs" --target bustle_core_lua5.1 bustle_core_lua5.4
}

# gather SYSTEM: what its archive holds.
gather() {
    folder=$work/packed/bustle-$version-$1-x64
    mkdir -p "$folder"
    tracked lua/bustle lua/bin behaviours examples/lua LICENSE CHANGELOG.md | tar -cf - -T - | tar -xf - -C "$folder"
    for lua in lua5.1 lua5.4; do
        mkdir "$folder/$lua"
        cp "$work/$1/$lua"/bustle_core.* "$folder/$lua"
    done
    cp rocks/archive.txt "$folder/README.txt"
}

gather_love() {
    folder=$work/packed/love
    mkdir -p "$folder"
    LUA_PATH="$root/lua/?.lua;$root/lua/?/init.lua" LUA_CPATH="$work/linux/lua5.4/?.so" \
        lua5.4 lua/bin/bustle.lua love-init "$folder" \
        --module "$work/linux/lua5.1/bustle_core.so" --module "$work/windows/lua5.1/bustle_core.dll"
    cp LICENSE "$folder/bustle"
}

# tracked PATH...: the files there that git knows or would take.
tracked() {
    git ls-files --cached --others --exclude-standard -- "$@"
}

# The same files make the same archives: in one order, of one time and of nobody.
pack() {
    cd "$work/packed"
    name=bustle-$version
    rm -f "$target/$name"-*
    tar -cf - --sort=name --owner=0 --group=0 --numeric-owner "$name-linux-x64" | gzip -9n >"$target/$name-linux-x64.tar.gz"
    find "$name-windows-x64" | sort | TZ=UTC zip -q -9 -X -@ "$target/$name-windows-x64.zip"
    (cd love && find bustle | sort | TZ=UTC zip -q -9 -X -@ "$target/$name-love.zip")
    sh "$root/rocks/pack.sh" "$target"
    cd "$target"
    sha256sum "$name"-* >SHA256SUMS
    ls -l "$name"-*
}

main
