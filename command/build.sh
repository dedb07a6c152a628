# shellcheck shell=sh
# Building, and what was built: for ../bustle, which gives $root.

# build PRESET TARGET: into build/PRESET, without a word if there is nothing to do. Standard output stays the command's.
build() {
    log=$root/build/$1.log
    mkdir -p "$root/build"
    [ -e "$root/build/$1/CMakeCache.txt" ] || say "preparing the build in build/$1"
    (cd "$root" && cmake --preset "$1") >"$log" 2>&1 || build_failed
    { cmake --build "$root/build/$1" --target "$2" --parallel "$(processors)" 2>&1 && echo "built $2"; } |
        tee -a "$log" | show_progress "$2"
    [ "$(tail -n 1 "$log")" = "built $2" ] || build_failed
}

build_failed() {
    cat "$log" >&2
    die "the build failed; the log is $log"
}

# show_progress TARGET: how far a build is, of the lines "[ 42%] Building ..." (Make) or "[21/50] Building ..." (Ninja)
# that it prints: as a percentage on a terminal, and a single line elsewhere.
show_progress() {
    begun=
    while IFS= read -r line; do
        case $line in "["*"] Building "* | "["*"] Linking "*) ;; *) continue ;; esac
        if [ -t 2 ]; then
            printf '\rbustle: building %s: %3d %%' "$1" "$(percentage "$line")" >&2
        elif [ -z "$begun" ]; then
            say "building $1"
        fi
        begun=yes
    done
    if [ -n "$begun" ] && [ -t 2 ]; then printf '\rbustle: building %s: 100 %%\n' "$1" >&2; fi
}

percentage() {
    part=${1%%]*}
    part=${part#[}
    case $part in
    */*) echo $((100 * ${part%/*} / ${part#*/})) ;;
    *) echo "${part%\%}" | tr -d ' ' ;;
    esac
}

processors() {
    nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1
}

# ---- The Lua module ----

# can_build_module LUA: whether nothing has to be installed first.
can_build_module() {
    # shellcheck disable=SC2046 # a list of words
    [ -z "$(absent $(module_tools "$1"))" ]
}

module_tools() {
    echo "$1 cc cmake make pkg-config $1-headers"
}

# use_module LUA [TOOL...]: from here on that Lua finds the module, built anew if its sources have changed.
use_module() {
    lua=$1
    shift
    # shellcheck disable=SC2046 # a list of words
    need $(module_tools "$lua") "$@"
    settings=$(module_settings "$lua" release) || exit 1
    eval "$settings"
}

# module_settings LUA PRESET: builds the module, and prints the shell lines with which that Lua finds it.
module_settings() {
    versioned=
    [ "$1" != lua5.4 ] || versioned=_5_4
    build "$2" "bustle_core_$1"
    export_path LUA_PATH "$versioned" "$root/lua/?.lua;$root/lua/?/init.lua"
    export_path LUA_CPATH "$versioned" "$root/build/$2/$1/?.so"
    case :$PATH: in *":$root:"*) ;; *) printf "export PATH=%s:\"\$PATH\"\n" "$(quoted "$root")" ;; esac
}

# export_path NAME VERSIONED OURS: the shell line that puts our path before the one in use, or before
# Lua's own (;;). Lua prefers the variable with its version in the name, so that one must go.
export_path() {
    theirs=
    eval "theirs=\${$1:-;}"
    if [ -n "$2" ]; then
        eval "theirs=\${$1$2:-\$theirs}"
        eval "[ -z \"\${$1$2+set}\" ]" || echo "unset $1$2"
    fi
    case $theirs in
    "$3;"*) ours=$theirs ;;
    *) ours="$3;$theirs" ;;
    esac
    printf 'export %s=%s\n' "$1" "$(quoted "$ours")"
}

# quoted TEXT: a word that the shell takes as it is.
quoted() {
    printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"
}

# nearest NAME CHOICE...: asks which choice is meant, as the module finds it, where the module has been built.
nearest() {
    for lua in lua5.4 luajit; do
        if [ -e "$root/build/release/$lua/bustle_core.so" ] && has_any "$lua"; then
            ask_module "$lua" "$@" 2>/dev/null && return
        fi
    done
    return 1
}

ask_module() (
    lua=$1
    shift
    unset LUA_PATH_5_4 LUA_CPATH_5_4
    LUA_PATH="$root/lua/?.lua" LUA_CPATH="$root/build/release/$lua/?.so" "$lua" - "$@" <<'END'
local choices = { select(2, ...) }
local question = require("bustle.common.nearest").question((...), choices)
if not question then os.exit(1) end
print(question)
END
)
