# shellcheck shell=sh disable=SC2154 # a part of stages.sh: stages of how the library gets to its users
#
# What they install is run from an empty folder, where nothing of the checkout is found.

outside=$builds/outside
minute=$root/spec/shipping/game/minute.lua

# What the minute must say: the same as with the module of the checkout.
expect_minute() {
    mkdir -p "$outside"
    build debug gcc bustle_core_luajit &&
        check "the minute in the checkout" minute_in_checkout
}

minute_in_checkout() {
    with_module luajit luajit "$minute" >"$logs/minute" && cat "$logs/minute" && grep -q hash "$logs/minute"
}

# --- CMake and pkg-config -----------------------------------------------------------------------

stage_install() {
    build release gcc all || return
    prefix=$builds/prefix
    rm -rf "$prefix"
    check "install" cmake --install "$builds/release-gcc" --prefix "$prefix" || return
    check "only bustle_ symbols exported" exports_are_public
    check "the shared library says its version" soname_is_versioned
    build debug gcc bustle_core_luajit && check "a compiled market" with_module luajit luajit \
        lua/bin/bustle.lua compile behaviours/market -o "$logs/market.bustle" || return
    check "find_package, static" embed_with_find_package bustle
    check "find_package, shared" embed_with_find_package bustle_shared
    check "find_package of another version" other_version_is_refused
    check "pkg-config" embed_with_pkg_config
}

exports_are_public() {
    library=$(find "$prefix" -name 'libbustle.so') && [ -n "$library" ] || return 1
    all_are_ours "$(nm -D --defined-only "$library" | awk '{ print $NF }')" &&
        all_are_ours "$(nm -g --defined-only "${library%.so}.a" 2>/dev/null | awk 'NF == 3 { print $NF }' |
            grep -v '^bsl_')"
}

all_are_ours() {
    echo "$1"
    echo "$1" | grep -q '^bustle_' && ! echo "$1" | grep -qv '^bustle_'
}

# While the major version is 0, a minor version may change the interface.
soname_is_versioned() {
    objdump -p "$(find "$prefix" -name libbustle.so)" | grep -F "SONAME" | tee "$logs/soname" &&
        grep -q " libbustle.so.$(version_part MAJOR).$(version_part MINOR)\$" "$logs/soname"
}

version_part() {
    sed -n "s/#define BUSTLE_VERSION_$1 //p" core/include/bustle.h
}

# embed_with_find_package TARGET: the examples, in C++ too, one with a pack that was compiled.
embed_with_find_package() {
    outside_tree=$builds/embed-installed-$1
    rm -rf "$outside_tree"
    cmake -S examples/embed -B "$outside_tree" -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ \
        -DCMAKE_PREFIX_PATH="$prefix" -DBUSTLE_EMBED_LIBRARY="bustle::$1" &&
        cmake --build "$outside_tree" &&
        bounded "$outside_tree/embed" && bounded "$outside_tree/walker" &&
        bounded "$outside_tree/market" "$logs/market.bustle" 60
}

other_version_is_refused() {
    mkdir -p "$outside" && cat >"$outside/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.18)
project(game LANGUAGES C)
find_package(bustle 99 REQUIRED)
END
    ! cmake -S "$outside" -B "$outside/build" -DCMAKE_PREFIX_PATH="$prefix" 2>"$logs/version-99" &&
        grep "requested version" "$logs/version-99"
}

embed_with_pkg_config() {
    pc=$(find "$prefix" -name bustle.pc) && directory=${pc%/bustle.pc} || return 1
    flags=$(PKG_CONFIG_PATH=$directory pkg-config --cflags --libs bustle) || return 1
    # Quoted for the shell by pkg-config, for paths with spaces in them.
    eval "set -- $flags"
    gcc -std=c11 examples/embed/embed.c -o "$builds/embed-pkg-config" "$@" &&
        LD_LIBRARY_PATH=${directory%/pkgconfig} bounded "$builds/embed-pkg-config"
}

# --- LuaRocks -----------------------------------------------------------------------------------

# Made in a checkout on two Luas, from a rock of the sources on a third; all at once, as each compiles alone.
stage_rocks() {
    check "the rockspecs are up to date" lua5.4 rocks/rockspecs.lua --check
    expect_minute || return
    rocks=$builds/rocks
    rm -rf "$rocks"
    for version in 5.1 5.3 5.4; do
        mkdir -p "$rocks/$version/home"
        (
            HOME=$rocks/$version/home
            # LuaRocks wants the headers beside the interpreter that it finds: not those of luajit2, which has none here.
            PATH=${PATH#"$root/build/luajit2/usr/bin:"}
            export HOME PATH
            install_rock "$version" >"$logs/rock-$version.log" 2>&1
            echo $? >"$rocks/$version/status"
        ) &
    done
    wait
    for version in 5.1 5.3 5.4; do
        check "a rock for Lua $version" rock_was_made "$version" || continue
        check "a minute on lua$version from the rock" minute_from_rock "$version" "lua$version"
        check "the command from the rock for $version" command_from_rock "$version"
        check "the rock for $version without lua-cjson" rock_without_json "$version"
        check "what the rock for $version exports" rock_exports "$version"
    done
    check "a minute on luajit from the rock" minute_from_rock 5.1 luajit
    check "a game for LÖVE from the rock" game_from_rock
}

rock_was_made() {
    cat "$logs/rock-$1.log"
    [ "$(cat "$rocks/$1/status")" -eq 0 ]
}

# install_rock VERSION: into the tree "made", and from a packed rock into the empty tree "installed".
install_rock() {
    case $1 in
    5.3) pack_sources "$1" ;;
    *) make_rock "$1" && (cd "$rocks/$1" && luarocks --lua-version "$1" --tree made pack bustle) ;;
    esac && luarocks --lua-version "$1" --tree "$rocks/$1/installed" install "$rocks/$1"/*.rock
}

make_rock() {
    mkdir "$rocks/$1/source" && tracked_files | tar -cf - -T - | tar -xf - -C "$rocks/$1/source" &&
        (cd "$rocks/$1/source" &&
            luarocks --lua-version "$1" --tree "$rocks/$1/made" make rocks/bustle-scm-1.rockspec)
}

pack_sources() {
    sh rocks/pack.sh "$rocks/$1"
}

# What a commit would hold.
tracked_files() {
    git ls-files --cached --others --exclude-standard
}

# with_rock VERSION COMMAND...: nothing else is found, the checkout and other modules least of all.
with_rock() {
    tree=$rocks/$1/installed
    paths="$tree/share/lua/$1/?.lua;$tree/share/lua/$1/?/init.lua"
    modules="$tree/lib/lua/$1/?.so"
    shift
    (cd "$outside" && bounded env LUA_PATH="$paths" LUA_CPATH="$modules" "$@")
}

minute_from_rock() {
    with_rock "$1" "$2" "$minute" >"$logs/minute-$1-$2" && diff "$logs/minute" "$logs/minute-$1-$2"
}

command_from_rock() {
    (cd "$outside" && "$rocks/$1/installed/bin/bustle" run market --seconds 30) >"$logs/command-$1" &&
        tail -n 3 "$logs/command-$1" && grep "Failed sequences: " "$logs/command-$1"
}

game_from_rock() {
    rm -rf "$outside/village"
    (cd "$outside" && "$rocks/5.1/installed/bin/bustle" new --love village) && [ -s "$outside/village/square/actions.lua" ] &&
        [ -s "$outside/village/bustle/init.lua" ]
}

rock_without_json() {
    ! with_rock "$1" "lua$1" -e 'require("bustle").json.load { actions = "actions.json" }' >"$logs/json-$1" 2>&1 &&
        cat "$logs/json-$1" && grep "needs lua-cjson" "$logs/json-$1"
}

# Nothing that could be taken for a name of the program that loads it, or of a libbustle beside it.
rock_exports() {
    names=$(nm -D --defined-only "$rocks/$1/installed/lib/lua/$1/bustle_core.so" | awk '{ print $NF }')
    echo "$names"
    echo "$names" | grep -q '^luaopen_bustle_core$' &&
        ! echo "$names" | grep -qv -e '^luaopen_bustle_core$' -e '^bsl_'
}

# --- LÖVE ---------------------------------------------------------------------------------------

stage_love() {
    expect_minute || return
    build debug gcc bustle_core_lua5.4 || return
    games=$builds/love
    game=$games/game
    module=$game/bustle/native
    rm -rf "$games"
    mkdir -p "$games" && cp -R spec/shipping/game "$game"
    check "love-init" with_module luajit luajit lua/bin/bustle.lua love-init "$game" || return
    check "a game in its folder" game_plays "$game"
    pack_game plays
    check "a .love file" game_plays "$games/plays.love"
    check "again, with what is unpacked" plays_from_saved
    check "what is unpacked is renewed" renews_saved
    name=$(ls "$module")
    sed -i 's/load(".*")/load("0.0.0")/' "$game/bustle/core.lua"
    pack_game older
    check "a module of another version" game_says older "the Lua files beside it are of version 0.0.0"
    cp "$builds/debug-gcc/lua5.4/bustle_core.so" "$module/$name"
    pack_game foreign
    check "a module for another Lua" game_says foreign "built for Lua 5.4" "bustle love-init"
    rm "$module/$name"
    pack_game absent
    check "no module for this platform" game_says absent "$name is not in this game" "bustle love-init"
}

pack_game() {
    (cd "$game" && zip -q -r "../$1.love" .)
}

with_love() {
    (cd "$outside" && XDG_DATA_HOME=$games/saved bounded xvfb-run -a love "$@")
}

game_plays() {
    with_love "$1" >"$logs/minute-love" && diff "$logs/minute" "$logs/minute-love"
}

# Its modification time tells whether the file was written again.
# shellcheck disable=SC3013 # every sh knows -ot
plays_from_saved() {
    saved=$(find "$games/saved" -type f -path '*plays/bustle-native*') && [ -n "$saved" ] || return 1
    touch -d 2001-02-03 "$saved" && game_plays "$games/plays.love" && [ "$saved" -ot "$games/plays.love" ]
}

renews_saved() {
    echo damaged >"$saved" && game_plays "$games/plays.love"
}

# game_says NAME TEXT...
game_says() {
    ! with_love "$games/$1.love" >"$logs/love-$1" || return 1
    cat "$logs/love-$1"
    said=$logs/love-$1
    shift
    for text in "$@"; do grep -q "$text" "$said" || return 1; done
}

# --- archives -----------------------------------------------------------------------------------

# Those for Linux and LÖVE are unpacked and run. What is in the one for Windows is looked at; docs/install.md says how it
# was run.
stage_archives() {
    expect_minute || return
    dist=$builds/dist
    rm -rf "$dist"
    check "the archives are made" ./bustle release "$dist" || return
    check "their sums" sums_agree
    for archive in "$dist"/*.tar.gz; do (cd "$dist" && tar -xzf "$archive"); done
    for archive in "$dist"/*.zip; do (cd "$dist" && unzip -q "$archive"); done
    for system in linux windows; do
        unpacked=$(echo "$dist"/bustle-*-"$system"-x64)
        check "what is in the archive for $system" archive_is_whole
    done
    check "the modules for Windows" modules_for_windows
    unpacked=$(echo "$dist"/bustle-*-linux-x64)
    check "the modules for Linux ask for no new glibc" modules_ask_little
    check "a minute on lua5.4 from the archive" minute_from_archive lua5.4 lua5.4
    for lua in luajit lua5.1; do check "a minute on $lua from the archive" minute_from_archive lua5.1 "$lua"; done
    check "copied beside a program" minute_beside
    check "the example and the command" commands_from_archive
    check "a game in LÖVE from the archive" game_from_archive
}

sums_agree() {
    (cd "$dist" && sha256sum -c SHA256SUMS && [ "$(wc -l <SHA256SUMS)" -eq 4 ])
}

# Every file of the library and of the packs, the modules, and little else.
archive_is_whole() {
    tracked_files | grep -E '^(lua/(bustle|bin)|behaviours|examples/lua)/' | sort >"$logs/archive.wanted"
    (cd "$unpacked" && find . -type f | sed 's,^\./,,' | sort) >"$logs/archive.there"
    comm -3 "$logs/archive.wanted" "$logs/archive.there" | tr -d '\t' | sed 's/\.so$//; s/\.dll$//' | paste -s -d ' ' - |
        tee "$logs/archive.rest"
    [ "$(cat "$logs/archive.rest")" = "CHANGELOG.md LICENSE README.txt lua5.1/bustle_core lua5.4/bustle_core" ]
}

# They need the Lua that loads them and Windows itself, and say nothing but how they are opened.
modules_for_windows() {
    for number in 1 4; do
        x86_64-w64-mingw32-objdump -p "$unpacked/lua5.$number/bustle_core.dll" >"$logs/dll" || return 1
        sed -n 's/.*DLL Name: //p' "$logs/dll" | sort | paste -s -d ' ' - | tee "$logs/dll.needs"
        sed -n '/Ordinal\/Name Pointer/,/^$/s/^\t\[.*\] //p' "$logs/dll" | tee "$logs/dll.says"
        [ "$(cat "$logs/dll.needs")" = "KERNEL32.dll lua5$number.dll msvcrt.dll" ] &&
            [ "$(cat "$logs/dll.says")" = luaopen_bustle_core ] || return 1
    done
}

# glibc 2.33, for lstat, is in Debian 12 and Ubuntu 22.04.
modules_ask_little() {
    newest=$(objdump -T "$unpacked"/lua5.*/bustle_core.so | grep -o 'GLIBC_[0-9.]*' | sort -V | tail -n 1)
    echo "$newest"
    printf '%s\nGLIBC_2.33\n' "$newest" | sort -V -C
}

# from_archive MODULES COMMAND...: nothing else is found.
from_archive() {
    modules="$unpacked/$1/?.so"
    shift
    (cd "$outside" && bounded env LUA_PATH="$unpacked/lua/?.lua;$unpacked/lua/?/init.lua" LUA_CPATH="$modules" "$@")
}

minute_from_archive() {
    from_archive "$1" "$2" "$minute" >"$logs/minute-archive" && diff "$logs/minute" "$logs/minute-archive"
}

# As README.txt says, with the paths that Lua 5.4 has by itself.
minute_beside() {
    mkdir "$dist/beside" && cp -R "$unpacked/lua/bustle" "$unpacked/behaviours" "$unpacked/lua5.4/bustle_core.so" "$minute" \
        "$dist/beside" && (cd "$dist/beside" && env -u LUA_PATH -u LUA_CPATH lua5.4 minute.lua) >"$logs/minute-beside" &&
        diff "$logs/minute" "$logs/minute-beside"
}

commands_from_archive() {
    from_archive lua5.4 lua5.4 "$unpacked/examples/lua/ada.lua" &&
        from_archive lua5.1 luajit "$unpacked/lua/bin/bustle.lua" run market --seconds 30 >"$logs/command-archive" &&
        grep "Failed sequences: " "$logs/command-archive"
}

game_from_archive() {
    games=$dist/games
    mkdir "$games" && cp -R spec/shipping/game "$games/game" && cp -R "$dist/bustle" "$games/game" &&
        game_plays "$games/game" && (cd "$games/game" && zip -q -r ../game.love .) && game_plays "$games/game.love" &&
        find "$games/game/bustle/native" -type f | sed 's,.*/,,' | sort | paste -s -d ' ' - | tee "$logs/natives" &&
        [ "$(cat "$logs/natives")" = "linux-x64.so windows-x64.dll" ]
}

# --- Windows ------------------------------------------------------------------------------------

# The tests of the core and its decisions.
stage_windows() {
    compiler=x86_64-w64-mingw32-gcc
    windows=$builds/mingw-$compiler
    export WINEPREFIX="$builds/wine" WINEDEBUG=-all
    # First and alone: it makes Wine's folders, which two at a time would not get done.
    build mingw "$compiler" golden && check "the golden hash" golden_on_windows
    build mingw "$compiler" bustle_tests || return
    shortened run_programs "mingw-$compiler" sh "$root/.ci/wine.sh"
    count_programs "mingw-$compiler"
    build mingw "$compiler" bustle_shared && check "only bustle_ symbols exported" dll_exports_are_public
}

golden_on_windows() {
    sh .ci/wine.sh "$windows/core/test/golden.exe" | tr -d '\r' | diff - "$golden_file"
}

dll_exports_are_public() {
    all_are_ours "$(x86_64-w64-mingw32-objdump -p "$windows/core/libbustle.dll" |
        sed -n '/Ordinal\/Name Pointer/,/^$/s/^\t\[.*\] //p')"
}

# --- releases -----------------------------------------------------------------------------------

# Times belong to a machine; what was decided, allocated and how large things are does not.
# What it says of times is not judged.
stage_bench() {
    build release gcc bench_core && build release gcc bench_parts || return
    build debug gcc bustle_core_lua5.4 || return
    measured=$logs/bench
    mkdir -p "$measured"
    check "the benchmark" bench_into core --json --quick || return
    check "the parts of an update" bench_into parts --json
    check "its counts are those kept" lua5.4 bench/counts.lua "$measured/core.json" bench/counts.txt
    check "tables and a page of it" bench_page
}

# bench_into NAME ARGS...
bench_into() {
    name=$1
    shift
    bounded "$builds/release-gcc/bench/bench_$name" "$@" >"$measured/$name.json"
}

bench_page() {
    with_module lua5.4 env LUA_PATH="$root/?.lua;$root/lua/?.lua;$root/lua/?/init.lua;;" \
        lua5.4 bench/report/main.lua "$measured" --report "$measured/report.html" &&
        tail -n 1 "$measured/report.html" | grep '</html>$'
}

stage_papers() {
    version=$(version_part MAJOR).$(version_part MINOR).$(version_part PATCH)
    check "the changelog tells what is new" grep -E "^## ($version|Unreleased)" CHANGELOG.md
    check "the rockspecs are of $version" test -f "rocks/bustle-$version-1.rockspec"
    check "the licence" grep "the bustle authors" LICENSE
}
