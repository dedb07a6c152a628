# shellcheck shell=sh
# ./bustle bench: everything that is measured. For ../bustle, which gives $root.

command_bench() {
    case ${1:-} in
    '' | --*) bench_all "$@" ;;
    *)
        one_of benchmark "$1" core parts lua variety counts packs explain
        "bench_$1" "$@"
        ;;
    esac
}

# What is compared with something, in this order; each in a folder of its own.
benchmarks="core parts lua variety"

bench_all() {
    json=
    quick=
    report=$root/build/bench/report.html
    while [ $# -gt 0 ]; do
        case $1 in
        --json | --quick) eval "${1#--}=$1" ;;
        --report)
            [ $# -ge 2 ] || usage "--report wants a file"
            report=$2
            shift
            ;;
        --help)
            bench_help
            return
            ;;
        *) usage "bench has no option '$1'; --help lists them" ;;
        esac
        shift
    done
    need lua5.4 luajit lua-cjson
    use_luajit2
    folder=$root/build/bench
    mkdir -p "$folder"
    for what in $benchmarks; do
        [ -d "$root/bench/$what" ] || continue
        echo "bench $what" >&2
        # shellcheck disable=SC2086 # an option, or nothing
        (command_bench "$what" --json $quick) >"$folder/$what.json" ||
            die "bench $what could not be measured; by itself: ./bustle bench $what"
    done
    use_module luajit
    # shellcheck disable=SC2086 # an option, or nothing
    LUA_PATH="$root/?.lua;$LUA_PATH" exec luajit "$root/bench/report/main.lua" "$folder" $json --report "$report"
}

bench_help() {
    cat <<'END'
usage: ./bustle bench [--json] [--quick] [--report FILE]
       ./bustle bench core|parts|lua|variety|counts|packs|explain [OPTIONS]

Runs all benchmarks: the core compared with a plain implementation of the same rules, update by update, at
growing sizes up to 1,000,000 NPCs, with a time budget, and compared with what memory alone costs; the parts
of an update; the Lua layer on Lua 5.4 and LuaJIT; how varied behaviour is. Prints whether the required
figures are met. Takes a quarter of an hour or more, and reports its progress on standard error.

  --json         print one JSON object instead of tables: what each benchmark prints with --json, by its name
  --quick        take some minutes, with smaller sizes and shorter rounds
  --report FILE  write the page of charts to FILE instead of build/bench/report.html
  --help         print this text

To run one benchmark (its --help explains it):
  core [ARGS]     the core; --json, --quick
  parts [ARGS]    the parts of an update, call by call; --json, --quick
  lua [ARGS]      the Lua layer on Lua 5.4 and LuaJIT, compared with tickers in plain Lua; --json, --quick
  variety [ARGS]  how varied the market is, with memory and with other ways of choosing; --json, --quick
These are not in the page of charts:
  counts [ARGS]   the instructions of the main paths, compared with the kept figures
  packs           how long a large pack takes to load
  explain         what explaining and logging cost
END
}

bench_parts() {
    shift
    need cc cmake make
    build release bench_parts
    exec "$root/build/release/bench/bench_parts" "$@"
}

bench_core() {
    shift
    need cc cmake make
    build release bench_core
    exec "$root/build/release/bench/bench_core" "$@"
}

bench_lua() {
    shift
    json=
    quick=
    for option in "$@"; do
        case $option in
        --json) json=$option ;;
        --quick) quick=$option ;;
        --help)
            bench_lua_help
            return
            ;;
        *) usage "bench lua has no option '$option'; --help lists them" ;;
        esac
    done
    need_both_luas
    measured=$(with_lua lua5.4 measure "$quick" && with_lua luajit measure "$quick" &&
        with_lua lua5.4 tickers "$quick" && with_lua luajit tickers "$quick" &&
        with_lua lua5.4 orders "$quick" && with_lua luajit orders "$quick") || die "it could not be measured"
    printf '%s\n' "$measured" | with_lua lua5.4 report "$json" "$quick"
}

bench_counts() {
    shift
    keeps=
    json=
    path=
    while [ $# -gt 0 ]; do
        case $1 in
        --keep) keeps=$1 ;;
        --json) json=$1 ;;
        --functions)
            [ $# -ge 2 ] || usage "--functions wants a path, such as starts-200"
            path=$2
            shift
            ;;
        --help)
            bench_counts_help
            return
            ;;
        *) usage "bench counts has no option '$1'; --help lists them" ;;
        esac
        shift
    done
    need cc cmake make pkg-config valgrind lua5.4 lua5.4-headers
    build release bench_counts
    build release bench_counts_lua
    cd "$root"
    export LUA_PATH="$root/?.lua;$root/lua/?.lua;;"
    unset LUA_PATH_5_4
    exec lua5.4 bench/counts/run.lua build/release ${keeps:+"$keeps"} ${json:+"$json"} \
        ${path:+--functions "$path"}
}

bench_counts_help() {
    cat <<'END'
usage: ./bustle bench counts [--keep | --json | --functions PATH]

Runs the main paths of the core, and of the Lua layer on Lua 5.4, under valgrind, and compares the number of
instructions with the figures in bench/instructions.txt. The numbers are the same in every run. What scenes cost is
also compared with what the same takes without them.

  --keep            write the numbers to bench/instructions.txt instead, for you to commit
  --json            print one JSON object instead of a table
  --functions PATH  count this path alone, and show where the instructions went; callgrind's file
                    is build/release/bench/counts/PATH.callgrind
  --help            print this text

Exit status: 0 when no path takes more than 5 % above the kept figure, or when that is of another
compiler, machine or library and cannot be compared; 1 when one does, when a path has no kept figure or
a figure no path, when scenes cost more than is required, or when it could not be counted; 2 for an
unknown option.
END
}

bench_packs() { on_both_luas "$@"; }
bench_explain() { on_both_luas "$@"; }

# on_both_luas NAME: bench/lua/NAME.lua on Lua 5.4 and LuaJIT.
on_both_luas() {
    if asks_help "$@"; then
        echo "usage: ./bustle bench $1"
        echo
        case $1 in
        packs) echo "Measures how long a large pack takes to load on Lua 5.4 and LuaJIT." ;;
        explain) echo "Measures what explaining and logging cost on Lua 5.4 and LuaJIT." ;;
        esac
        return
    fi
    [ $# -eq 1 ] || usage "bench $1 takes nothing"
    need_both_luas
    with_lua lua5.4 "$1"
    with_lua luajit "$1"
}

need_both_luas() {
    # shellcheck disable=SC2046 # a list of words
    need $(module_tools lua5.4) $(module_tools luajit)
    use_luajit2
}

bench_lua_help() {
    cat <<'END'
usage: ./bustle bench lua [--json] [--quick]

Runs a market of NPCs on Lua 5.4 and on LuaJIT: through the binding alone, and through the Lua layer
without handlers, with a handler for every start, for every start and stop, and with events in bulk. Prints
what a started action costs and how much garbage a warm update makes. Then runs the same routine in plain
Lua, with behaviour trees and with state machines that tick in every frame, and prints how many times as long
as bustle's their frame takes. Last, patrons order from servers: in scenes of bustle, and by hand, with state
machines that send each other messages; prints time and lines of both.

  --json   print one JSON object instead of a table
  --quick  use shorter rounds
  --help   print this text

Exit status: 0 when it has measured, whatever the figures; 1 when it could not, or when the towns of one
size decided differently; 2 for an unknown option.
END
}

bench_variety() {
    shift
    use_luajit2
    use_module luajit
    export LUA_PATH="$root/?.lua;$LUA_PATH"
    exec luajit "$root/bench/variety/main.lua" "$@"
}

# with_lua LUA SCRIPT ARGS...: runs bench/lua/SCRIPT.lua. In a shell of its own, for the paths.
with_lua() (
    use_module "$1"
    export LUA_PATH="$root/?.lua;$LUA_PATH"
    script=$root/bench/lua/$2.lua
    lua=$1
    shift 2
    exec "$lua" "$script" "$@"
)

