# shellcheck shell=sh
# The commands for working on bustle itself; bench is in bench.sh. For ../bustle, which gives $root.

command_build() {
    if asks_help "$@"; then
        cat <<'END'
usage: ./bustle build [PRESET]

Builds into build/PRESET. PRESET is release (the default), debug (with internal checks and tests), asan-gcc,
asan-clang (as debug, with sanitizers) or coverage.

Exit status: 0 built, 1 it could not be built, 2 wrong usage.
END
        return
    fi
    [ $# -le 1 ] || usage "build takes one preset; see build --help"
    preset=${1:-release}
    one_of preset "$preset" release debug asan-gcc asan-clang coverage
    case $preset in
    release) need cc cmake make ;;
    debug | coverage) need cc cmake make cmocka ;;
    asan-gcc) need gcc cmake make cmocka ;;
    asan-clang) need clang clang-rt cmake make cmocka ;;
    esac
    build "$preset" all
    echo "built: $root/build/$preset"
}

command_env() {
    if asks_help "$@"; then
        cat <<'END'
usage: ./bustle env [LUA] [PRESET]

Prints shell lines that let a Lua find the module, and the shell find this command, in any folder:

    eval "$(./bustle env luajit)"

LUA is lua5.4 (the default) or luajit; PRESET is one of build's (release is the default). Builds the module if
need be.

Exit status: 0 printed, 1 the module could not be built, 2 wrong usage.
END
        return
    fi
    [ $# -le 2 ] || usage "env takes a Lua and a preset; see env --help"
    one_of Lua "${1:-lua5.4}" lua5.4 luajit
    one_of preset "${2:-release}" release debug asan-gcc asan-clang coverage
    # shellcheck disable=SC2046 # a list of words
    need $(module_tools "${1:-lua5.4}")
    module_settings "${1:-lua5.4}" "${2:-release}"
}

# test_stages [STAGE...]: the project's own tests.
test_stages() {
    if asks_help "$@"; then
        cat <<'END'
usage: ./bustle test PACK... [OPTIONS]
       ./bustle test --quick
       ./bustle test [STAGE...]

With packs, it runs their specs (test PACK --help explains it). Otherwise it builds and tests bustle itself: in all
stages, in those that you name, or with --quick in one build, with the C examples.

Exit status: 0 all tests pass, 1 some do not, 2 wrong usage.

END
        exec sh "$root/.ci/stages.sh" help
    fi
    if [ "${1:-}" = --quick ]; then
        [ $# -eq 1 ] || usage "test --quick takes nothing more"
        need gcc cmake make cmocka
        exec sh "$root/.ci/stages.sh" quick
    fi
    for name in "$@"; do
        # shellcheck disable=SC2046 # a list of words
        one_of "stage or pack" "$name" $(sh "$root/.ci/stages.sh" names)
    done
    need_for_stages
    case " $* " in *" windows "*) need wine ;; esac
    case " $* " in *" web "*) need emcc node npm chromium ;; esac
    exec sh "$root/.ci/stages.sh" "${@:-full}"
}

need_for_stages() {
    need gcc cmake make cmocka clang clang-rt clang-format clang-tidy cppcheck valgrind pkg-config \
        lua5.4 luajit lua5.4-headers luajit-headers busted luacheck lua-cjson lua-socket python3-jsonschema dot \
        luarocks lua5.1 lua5.3 lua5.1-headers lua5.3-headers zip unzip love xvfb-run ldoc mingw
    use_luajit2
}

command_oracle() {
    if asks_help "$@"; then
        cat <<'END'
usage: ./bustle oracle [lua5.4|luajit] [FIRST LAST]

Plays random worlds on the core and on the oracle, a second implementation of the rules in plain Lua
(spec/oracle), and compares every event. FIRST and LAST are seeds, 1 and 200 if they are left out. If a world
differs, the command makes it as small as it can and prints it as a spec.

Exit status: 0 no world differs, 1 some do, 2 wrong usage.
END
        return
    fi
    lua=lua5.4
    case ${1:-} in
    lua5.4 | luajit)
        lua=$1
        shift
        ;;
    esac
    [ $# -eq 0 ] || [ $# -eq 2 ] || usage "oracle takes a Lua, and the first and the last seed; see oracle --help"
    for seed in "$@"; do
        case $seed in '' | *[!0-9]*) usage "oracle: '$seed' is no seed, which is a whole number" ;; esac
    done
    need "$lua"
    [ "$lua" != luajit ] || use_luajit2
    use_module "$lua"
    cd "$root"
    exec "$lua" spec/oracle/compare.lua "$@"
}

command_mutate() {
    if asks_help "$@"; then
        cat <<'END'
usage: ./bustle mutate [NUMBER...]
       ./bustle mutate --sample N
       ./bustle mutate --check

Plants the small faults of spec/mutation/faults.lua in a copy of the core, one at a time, and prints which of them
the tests notice. With numbers, it plants only those faults.

  --sample N  plant only N of them, and play only random worlds
  --check     only check whether all of them can be planted
  --help      print this text

Exit status: 0 the tests notice every fault, 1 they miss some, 2 wrong usage.
END
        return
    fi
    for argument in "$@"; do
        case $argument in
        --sample | --check) ;;
        '' | *[!0-9]*) usage "mutate: '$argument' is no number of a fault, and no option; see mutate --help" ;;
        esac
    done
    need cc cmake make cmocka pkg-config luajit luajit-headers
    use_luajit2
    cd "$root"
    exec luajit spec/mutation/run.lua "$@"
}

command_coverage() {
    if asks_help "$@"; then
        cat <<'END'
usage: ./bustle coverage

Builds the core with counters, runs its tests and random worlds, and prints how much of each file they reach.

Exit status: 0 they reach enough, 1 they reach too little or it could not be measured, 2 wrong usage.
END
        return
    fi
    [ $# -eq 0 ] || usage "coverage takes nothing"
    need gcc cmake make cmocka pkg-config luajit luajit-headers
    use_luajit2
    export CC=gcc
    build coverage bustle_tests
    build coverage bustle_core_luajit
    exec sh "$root/.ci/coverage.sh" "$root/build/coverage"
}

command_docs() {
    if asks_help "$@"; then
        cat <<'END'
usage: ./bustle docs

Writes docs/reference.md and docs/c-reference.md from the sources, and makes HTML of all pages in build/docs, with
LDoc.

Exit status: 0 done, 1 something is wrong with a page, 2 wrong usage.
END
        return
    fi
    [ $# -eq 0 ] || usage "docs takes nothing"
    need lua5.4 ldoc
    cd "$root"
    pages=$root/build/docs
    rm -rf "$pages"
    mkdir -p "$pages/source" "$pages/topics"
    LUA_PATH="$root/?.lua;;" lua5.4 docs/make/run.lua --html "$pages/source"
    cp -R docs/pictures docs/images "$pages/topics"
    cp docs/make/config.ld "$pages/source"
    log=$root/build/docs.log
    if ! (cd "$pages/source" && ldoc --fatalwarnings --dir "$pages" .) >"$log" 2>&1; then
        cat "$log" >&2
        die "LDoc could not make the pages"
    fi
    echo "made: $pages/index.html"
}

command_release() {
    if asks_help "$@"; then
        cat <<'END'
usage: ./bustle release [FOLDER]

Makes the archives of a release in FOLDER, build/dist if it is left out: the module and the Lua files for Linux, for
Windows and for LÖVE.

Exit status: 0 all is well, 1 something is wrong, 2 wrong usage.
END
        return
    fi
    [ $# -le 1 ] || usage "release takes a folder"
    need cc cmake make pkg-config lua5.4 lua5.1-headers lua5.4-headers mingw zip
    exec sh "$root/rocks/archives.sh" "${1:-$root/build/dist}"
}

# What is not committed is not released.
command_release_check() {
    if asks_help "$@"; then
        cat <<'END'
usage: ./bustle release-check

Clones the last commit into build/release-check, and runs all stages of test there, including those for Windows and
the benchmark's counts.

Exit status: 0 all is well, 1 something is wrong or not committed, 2 wrong usage.
END
        return
    fi
    [ $# -eq 0 ] || usage "release-check takes nothing"
    need_for_stages
    need wine emcc node npm chromium
    [ -z "$(git -C "$root" status --porcelain)" ] || die "there are changes that are not committed"
    clone=$root/build/release-check
    rm -rf "$clone"
    git clone -q "$root" "$clone"
    exec sh "$clone/.ci/stages.sh" release
}
