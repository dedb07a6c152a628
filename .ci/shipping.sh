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
            export HOME
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
    done
    check "a minute on luajit from the rock" minute_from_rock 5.1 luajit
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
        (cd "$rocks/$1/source/rocks" &&
            luarocks --lua-version "$1" --tree "$rocks/$1/made" make "$(release_rockspec)")
}

pack_sources() {
    sh rocks/pack.sh "$rocks/$1"
}

release_rockspec() {
    basename "$(find "$root/rocks" -name 'bustle-[0-9]*.rockspec')"
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
        tail -n 3 "$logs/command-$1" && grep "Failed sequences: 0" "$logs/command-$1"
}

rock_without_json() {
    ! with_rock "$1" "lua$1" -e 'require("bustle").json.load { actions = "actions.json" }' >"$logs/json-$1" 2>&1 &&
        cat "$logs/json-$1" && grep "needs lua-cjson" "$logs/json-$1"
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
    cp "$builds/debug-gcc/lua5.4/bustle/core.so" "$module/$name"
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
