#!/bin/sh
# The stages of `./bustle test`, which calls this once the tools are there:
# stages.sh full|quick|release|help|names|STAGE...
#
# A stage is a function stage_NAME that calls `check`, `run_tests`, `pass` or `fail`. To add one,
# write it and name it in `full`, or in `release` if only a release needs it. Builds go to build/test/, logs to build/test/logs/; the output of
# what failed is shown.
set -u
export LC_ALL=C

c_directories="core bench examples lua/binding"
golden_file=core/test/golden.txt
program_timeout=3600 # ends what hangs, not what is slow on a busy machine
wanted=

cd "$(dirname -- "$0")/.." || exit 1
root=$PWD
builds=$root/build/test
logs=$builds/logs
jobs=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

main() {
    case ${1:-} in
    full | quick | release) ;;
    help)
        echo "The stages of ./bustle test:"
        run_stage() { printf '  %-12s%s\n' "$1" "$2"; }
        release
        exit 0
        ;;
    names)
        run_stage() { echo "$1"; }
        release
        exit 0
        ;;
    *)
        wanted=" $* "
        set -- release
        ;;
    esac
    rm -rf "$logs"
    mkdir -p "$logs"
    passed=0
    failed=0
    "$1"
    echo "total: $passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

full() {
    run_stage format "clang-format"
    run_stage lint "clang-tidy, cppcheck, header as C++"
    run_stage debug "gcc, checks on"
    run_stage asan_gcc "gcc, address and undefined sanitizers"
    run_stage asan_clang "clang, address and undefined sanitizers"
    run_stage fuzz "saves and texts under libFuzzer"
    run_stage lua "Lua module, on Lua 5.4 and LuaJIT"
    run_stage lua_asan "Lua module, address and undefined sanitizers"
    run_stage counts "instructions, against the kept figures"
    run_stage golden "golden hash, gcc and clang, -O0 and -O3"
    run_stage soak "an hour of 10,000 NPCs"
    run_stage oracle "the core beside the oracle"
    run_stage faults "planted faults"
    run_stage coverage "how much of the core is reached"
    run_stage install "installed library, from outside"
    run_stage embed "C example"
    run_stage docs "documentation"
    run_stage worlds "packs that ship, and games for LÖVE"
    run_stage rocks "LuaRocks, on Lua 5.1, 5.3, 5.4 and LuaJIT"
    run_stage love "LÖVE, in a folder and as a .love file"
    run_stage archives "archives for Linux, Windows and LÖVE"
}

# What takes long, or says something about this machine alone, is for releases.
release() {
    full
    run_stage memcheck "gcc -O3 under valgrind"
    run_stage analyse "clang's static analyser"
    run_stage windows "Windows, with mingw-w64 and Wine"
    run_stage ten_days "ten days of 10,000 villagers"
    run_stage damage "10,000 damaged saves"
    run_stage web "the playground, in Chromium"
    run_stage bench "benchmarks, against the kept counts"
    run_stage papers "version, changelog and licence"
}

quick() {
    run_stage debug "gcc, checks on"
    run_stage embed "C example"
}

# --- the stages ---------------------------------------------------------------------------------

stage_format() {
    check clang-format c_files_through clang-format --dry-run -Werror
}

stage_lint() {
    configure debug clang && check clang-tidy library_sources_through clang-tidy --quiet \
        --checks='-clang-analyzer-*' -p "$builds/debug-clang"
    # shellcheck disable=SC2086 # a list of words
    check cppcheck cppcheck --enable=warning,performance,portability --std=c11 --quiet \
        --error-exitcode=1 --inline-suppr -j "$jobs" -I core/include -I core/src $c_directories
    # shellcheck disable=SC2046 # a list of words
    check "nothing but C11" library_sources_through clang -std=c11 -pedantic-errors -Wgnu -Werror \
        -fsyntax-only -DBUSTLE_CHECKS=0 -I core/include -I core/src $(pkg-config --cflags lua5.4)
    check "bustle.h as C++" clang -x c++ -std=c++11 -Wall -Wextra -Werror -fsyntax-only \
        core/include/bustle.h
}

stage_analyse() {
    configure debug clang && check "clang-tidy with the analyser" library_sources_through clang-tidy \
        --quiet -p "$builds/debug-clang"
}

stage_debug() {
    build debug gcc bustle_tests && shortened run_tests debug-gcc
}

# The long random runs are shortened where everything takes ten times as long.
stage_asan_gcc() {
    build asan-gcc gcc bustle_tests && shortened sanitized run_tests asan-gcc
}

stage_asan_clang() {
    build asan-clang clang bustle_tests && shortened sanitized run_tests asan-clang
}

# What the corpus leads to from other starting points, a little in every run.
fuzz_runs=10000
stage_fuzz() {
    build fuzz clang fuzz_snapshot || return
    mkdir -p "$logs/fuzz"
    check "$fuzz_runs saves" bounded "$builds/fuzz-clang/core/fuzz/fuzz_snapshot" -runs=$fuzz_runs \
        -max_len=16384 -print_final_stats=1 -artifact_prefix="$logs/fuzz/" "$logs/fuzz" core/fuzz/snapshot
    build fuzz clang fuzz_text || return
    mkdir -p "$logs/fuzz-text"
    check "$fuzz_runs texts" bounded "$builds/fuzz-clang/core/fuzz/fuzz_text" -runs=$fuzz_runs \
        -max_len=512 -print_final_stats=1 -artifact_prefix="$logs/fuzz-text/" "$logs/fuzz-text" core/fuzz/text
}

stage_soak() {
    build release gcc bustle_tests || return
    check "10,000 NPCs for an hour" bounded "$builds/release-gcc/core/test/bustle_tests_soak"
    check "10,000 NPCs in scenes for an hour" bounded "$builds/release-gcc/core/test/bustle_tests_soak_scenes"
    check "10,000 NPCs at offers for an hour" bounded "$builds/release-gcc/core/test/bustle_tests_soak_offers"
}

# Prints how long the longest update of each day took; that depends on the machine.
stage_ten_days() {
    build release gcc bustle_core_luajit || return
    check "ten days of 10,000 villagers" ten_days && cat "$logs/ten_days-ten-days-of-10-000-villagers.log"
}

ten_days() {
    bounded env LUA_PATH="$root/lua/?.lua;$root/lua/?/init.lua;;" LUA_CPATH="$builds/release-gcc/luajit/?.so;;" \
        luajit spec/soak/ten_days.lua
}

# An evening in the village.
stage_damage() {
    build debug gcc bustle_core_luajit && build asan-gcc gcc damaged || return
    check "an evening is saved" evening_saved &&
        check "10,000 damaged evenings are refused or live" sanitized bounded "$builds/asan-gcc/core/test/damaged" \
            "$logs/evening.bustle" "$logs/evening.save" 10000
}

evening_saved() {
    with_module luajit luajit lua/bin/bustle.lua compile behaviours/village -o "$logs/evening.bustle" &&
        with_module luajit luajit spec/soak/evening.lua "$logs/evening.save"
}

# The same random worlds on both Luas: on one with the core's internal checks, on the other without. From 2001 on they
# have nodes that wait, from 4001 on roles and cues, from 20001 on scenes, from 40001 on links, areas and offers, from
# 60001 on messages, meetings and plans.
oracle_worlds=1000
oracle_lively_worlds=400
oracle_scene_worlds=500
oracle_place_worlds=400
oracle_day_worlds=300
stage_oracle() {
    { luajit spec/oracle/run.lua --coverage 800; echo "exit status $?"; } >"$logs/oracle-coverage.log" 2>&1 &
    check "LuaJIT compiles pairs()" oracle_alone
    build debug gcc bustle_core_luajit && build release gcc bustle_core_lua5.4 || return
    compare_on luajit debug-gcc >"$logs/oracle-luajit.log" 2>&1 &
    compare_on lua5.4 release-gcc >"$logs/oracle-lua5.4.log" 2>&1
    wait
    check "every outcome of a rule occurs, compiled" compared_on coverage
    for lua in lua5.4 luajit; do
        check "$((oracle_worlds + oracle_lively_worlds + oracle_scene_worlds + oracle_place_worlds + oracle_day_worlds)) \
random worlds on $lua" compared_on "$lua"
        count_specs spec/oracle "$lua"
    done
}

# The oracle alone, which is full of pairs(): a LuaJIT that compiles it wrong (docs/install.md) dies in one run of ten.
oracle_alone() {
    for _ in 1 2 3 4 5; do
        luajit -e 'local random, run = require "spec.oracle.random", require "spec.oracle.run"
            for seed = 1, 60 do run(random(seed), 10) end' || return 1
    done
}

# compare_on LUA TREE: the oracle's own tests, all that one call can bring about in a small town, the specs of what makes
# differences small, random worlds.
compare_on() {
    run_spec_folder spec/oracle "$2" "$1"
    "$1" spec/oracle/selftest.lua && "$1" spec/oracle/forever.lua 1 && compare_worlds "$1" "$2" 1 "$oracle_worlds" &&
        compare_worlds "$1" "$2" 4001 $((4000 + oracle_lively_worlds)) &&
        compare_worlds "$1" "$2" 20001 $((20000 + oracle_scene_worlds)) &&
        compare_worlds "$1" "$2" 40001 $((40000 + oracle_place_worlds)) &&
        compare_worlds "$1" "$2" 60001 $((60000 + oracle_day_worlds))
    echo "exit status $?"
}

# compare_worlds LUA TREE FIRST LAST
compare_worlds() {
    bounded env LUA_CPATH="$builds/$2/$1/?.so;;" "$1" spec/oracle/compare.lua "$3" "$4"
}

compared_on() {
    cat "$logs/oracle-$1.log"
    grep -q '^exit status 0$' "$logs/oracle-$1.log"
}

# All of them take long (./bustle mutate): here each must still have its place, and some are planted.
fault_sample=8
stage_faults() {
    check "every fault can be planted" luajit spec/mutation/run.lua --check
    check "$fault_sample planted faults are noticed" luajit spec/mutation/run.lua --sample "$fault_sample"
}

stage_coverage() {
    build coverage gcc bustle_tests && build coverage gcc bustle_core_luajit || return
    check "lines and branches of the core" bounded sh .ci/coverage.sh "$builds/coverage-gcc"
}

stage_counts() {
    check "no path takes more than 5 % more" ./bustle bench counts
}

# On the optimised build without checks, so that this one is tested too.
stage_memcheck() {
    build release gcc bustle_tests || return
    shortened run_programs release-gcc valgrind --quiet --leak-check=full --num-callers=30 \
        --errors-for-leak-kinds=definite,indirect,possible --error-exitcode=99
    count_programs release-gcc
}

stage_lua() {
    # Not the whole tree: what is built may be large, and lead elsewhere.
    check luacheck luacheck --quiet behaviours bench docs examples lua rocks spec .luacheckrc
    build debug gcc bustle_core_lua5.4 && build debug gcc bustle_core_luajit || return
    run_specs debug-gcc "$(spec_folders)"
    check "the Lua example, the same on both" example_agrees examples/lua/ada.lua "goes on to sit"
    check "the quest, the same on both" example_agrees examples/lua/jerry.lua "Hob     lie sick"
    check "the JSON example, the same on both" example_agrees examples/json/park.lua "goes on to queue"
    check "the JSON Schemas beside the loader" schemas_agree
    # No package of Debian's brings it.
    if command -v lua-language-server >/dev/null; then
        check "the language server" language_server_agrees
    fi
    build debug gcc resume && check "saves from Lua to Lua and to C" saves_agree
}

# Each Lua goes on from what the other has saved, and C from both, as the one that saved it does.
saves_agree() {
    for lua in lua5.4 luajit; do
        other=$([ $lua = luajit ] && echo lua5.4 || echo luajit)
        folder=$logs/saves-$lua
        mkdir -p "$folder"
        with_module $lua $lua spec/snapshot/across.lua save "$folder" &&
            with_module $other $other spec/snapshot/across.lua load "$folder" >"$folder/other" &&
            "$builds/debug-gcc/core/test/resume" "$folder/content" "$folder/save" 600 >"$folder/c" &&
            cmp "$folder/hashes" "$folder/other" && cmp "$folder/hashes" "$folder/c" || return 1
    done
    cmp "$logs/saves-luajit/save" "$logs/saves-lua5.4/save"
}

schemas_agree() {
    with_module luajit luajit spec/json/forms.lua 1000 >"$logs/forms.log" &&
        python3 spec/json/schemas.py <"$logs/forms.log"
}

# The server has nothing to say about packs that are right, and three things about one that is not. What it says of their
# specs is about its own types of luassert.
language_server_agrees() {
    folder=$logs/language-server
    rm -rf "$folder" && mkdir -p "$folder/right" "$folder/wrong" && cp -r behaviours/* "$folder/right" || return 1
    rm -r "$folder"/right/*/spec
    with_module lua5.4 lua5.4 lua/bin/bustle.lua new "$folder/right/tavern" || return 1
    for packs in right wrong; do
        with_module lua5.4 lua5.4 lua/bin/bustle.lua editor "$folder/$packs" || return 1
    done
    lua-language-server --check "$folder/right" --checklevel=Warning || return 1
    printf '%s\n' 'actoin "x" { duration = 1 }' 'action "y" { duration = "five" }' 'npc "z" { fallback = "y" }' \
        >"$folder/wrong/pack.lua"
    lua-language-server --check "$folder/wrong" --checklevel=Warning | grep -q '3 problems found'
}

# example_agrees SCRIPT TEXT: prints the same on both, and the text somewhere.
example_agrees() {
    printed=$logs/example-$(basename "$1" .lua)
    for lua in lua5.4 luajit; do
        with_module "$lua" "$lua" "$1" >"$printed-$lua.log" || return 1
    done
    cat "$printed-luajit.log"
    grep -q "$2" "$printed-luajit.log" && cmp "$printed-lua5.4.log" "$printed-luajit.log"
}

# The program is not sanitised, so that the runtime has to be there before it.
stage_lua_asan() {
    build asan-gcc gcc bustle_core_lua5.4 && build asan-gcc gcc bustle_core_luajit || return
    # Benchmarks, tools and pages start other programs, which are not for the sanitizers; variety and the month of the
    # village are long, and Lua; the rules are played beside the oracle, and the tests of the core have them under the
    # sanitizers.
    run_specs asan-gcc \
        "$(spec_folders | grep -v -e '^spec/bench$' -e '^spec/docs$' -e '^spec/rules$' -e '^spec/tools$' -e '^spec/variety$' \
            -e '^spec/village$')" \
        LD_PRELOAD="$(gcc -print-file-name=libasan.so)" \
        LSAN_OPTIONS="suppressions=$root/.ci/leaks.supp:print_suppressions=0"
}

# -O0 builds have the internal checks, -O3 builds do not: neither may change a decision.
stage_golden() {
    hashes=$logs/golden.hashes
    : >"$hashes"
    for variant in debug-gcc release-gcc debug-clang release-clang; do
        build "${variant%-*}" "${variant##*-}" golden || return
        output=$logs/golden-$variant.log
        if ! bounded "$builds/$variant/core/test/golden" >"$output" 2>&1 || [ ! -s "$output" ]; then
            fail "golden of $variant ended in an error or printed nothing" "$output"
            return
        fi
        printf '%-14s %s\n' "$variant" "$(cat "$output")" >>"$hashes"
    done
    check "four builds agree" hashes_agree
    check "they print what $golden_file says" hashes_match_file
}

hashes_agree() {
    cat "$hashes"
    [ "$(sed 's/^[^ ]* *//' "$hashes" | sort -u | wc -l)" -eq 1 ]
}

hashes_match_file() {
    cat "$hashes"
    printf '%-14s %s\n' expected "$(cat "$golden_file")"
    echo "If the decisions were meant to change: build/test/release-gcc/core/test/golden >$golden_file"
    for variant in debug-gcc release-gcc debug-clang release-clang; do
        cmp "$logs/golden-$variant.log" "$golden_file" || return 1
    done
}

stage_embed() {
    build debug gcc embed && check "embed" bounded "$builds/debug-gcc/examples/embed/embed"
    check "C++ by g++" walker_by g++
    check "C++ by clang++" walker_by clang++
    check "all in one file, by gcc" single_by gcc
    check "all in one file, by clang" single_by clang
    build debug gcc market && build debug gcc well || return
    for lua in lua5.4 luajit; do
        build debug gcc "bustle_core_$lua" && check "the market in C as with $lua" place_in_c market 900 "$lua" &&
            check "a week of the village in C as with $lua" place_in_c village 10080 "$lua" &&
            check "the functions of the well in C as with $lua" well_in_c "$lua"
    done
    check "a damaged market is refused" market_refused
}

# bustle.hpp, with the sanitizers.
walker_by() {
    "$1" -std=c++17 -g -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsanitize=address,undefined \
        -fno-sanitize-recover=all -Icore/include examples/embed/walker.cpp \
        "$builds/debug-gcc/core/libbustle.a" -lm -o "$builds/walker-$1" && bounded "$builds/walker-$1"
}

# The core in one file compiles by itself, without a warning, and decides the same.
single_by() {
    mkdir -p "$builds/single" && lua5.4 rocks/single.lua "$builds/single" &&
        "$1" -std=c11 -O1 -Wall -Wextra -Wpedantic -Werror -c "$builds/single/bustle.c" -o "$builds/single/bustle.o" &&
        "$1" -std=c11 -O1 -I"$builds/single" core/test/golden.c core/test/harbour.c core/test/harbour_run.c \
            "$builds/single/bustle.o" -lm -o "$builds/single/golden" &&
        bounded "$builds/single/golden" >"$logs/single-$1.log" && cmp "$logs/single-$1.log" "$golden_file"
}

# place_in_c PACK SECONDS LUA: the pack, compiled, makes a C program say what the same game in Lua says, the hash included.
place_in_c() {
    with_module "$3" "$3" lua/bin/bustle.lua compile "behaviours/$1" -o "$logs/$1-$3.bustle" &&
        bounded "$builds/debug-gcc/examples/embed/market" "$logs/$1-$3.bustle" "$2" >"$logs/$1-c.log" &&
        with_module "$3" "$3" examples/embed/market.lua "behaviours/$1" "$2" >"$logs/$1-$3.log" &&
        tail -n 3 "$logs/$1-c.log" && cmp "$logs/$1-c.log" "$logs/$1-$3.log"
}

# The same of a pack with functions, for which the program has its own.
well_in_c() {
    with_module "$1" "$1" lua/bin/bustle.lua compile examples/embed/well -o "$logs/well-$1.bustle" &&
        bounded "$builds/debug-gcc/examples/embed/well" "$logs/well-$1.bustle" 900 >"$logs/well-c.log" &&
        with_module "$1" "$1" examples/embed/well.lua examples/embed/well 900 >"$logs/well-$1.log" &&
        cat "$logs/well-c.log" && cmp "$logs/well-c.log" "$logs/well-$1.log"
}

market_refused() {
    { head -c 500 "$logs/market-luajit.bustle" && echo x && tail -c +502 "$logs/market-luajit.bustle"; } \
        >"$logs/market-damaged.bustle"
    ! "$builds/debug-gcc/examples/embed/market" "$logs/market-damaged.bustle" 2>"$logs/market-damaged.log" &&
        grep "changed or cut off" "$logs/market-damaged.log"
}

# What the pages show in Lua and in the shell is run with the specs (spec/docs).
stage_docs() {
    check "HTML by LDoc" ./bustle docs
    check "every page is there" pages_made
    check "after ./bustle env, in any folder" checkout_is_found
    build debug gcc bustle && build debug gcc bustle_core_luajit &&
        check "the guide to embedding is a program" guide_runs
    build debug gcc bustle_core_luajit && check "the game of the tutorial, in LÖVE" tutorial_plays
}

# The pack of the tutorial in the game that it ends with.
tutorial_plays() {
    rm -rf "$builds/tutorial"
    mkdir -p "$builds/tutorial"
    with_module luajit luajit lua/bin/bustle.lua new --love "$builds/tutorial/game" &&
        rm -r "$builds/tutorial/game/square" &&
        with_module luajit luajit lua/bin/bustle.lua new "$builds/tutorial/game/square" &&
        with_module luajit env LUA_PATH="$root/?.lua;$root/lua/?.lua;$root/lua/?/init.lua;;" \
            luajit spec/docs/extract.lua docs/tutorial.md "$builds/tutorial/game" &&
        play tutorial "$builds/tutorial/game"
}

pages_made() {
    for page in docs/*.md; do
        html=build/docs/topics/$(basename "$page").html
        echo "$html"
        [ -s "$html" ] || return 1
    done
}

# The lines that are for whoever looks first: docs/install.md, "From a checkout".
checkout_is_found() {
    settings=$(./bustle env lua5.4) || return 1
    (
        eval "$settings"
        cd / && lua5.4 -e 'print(require("bustle").version)' && bustle run park --seconds 20 &&
            bustle env lua5.4
    ) >"$logs/checkout" 2>&1
    status=$?
    cat "$logs/checkout"
    [ $status -eq 0 ] && grep -q "Failed sequences: 0" "$logs/checkout" && ! grep -q "export PATH" "$logs/checkout"
}

guide_runs() {
    sed -n '/^```c$/,/^```$/{/^```/d;p;}' docs/embedding.md >"$logs/guide.c" &&
        gcc -std=c11 -Wall -Wextra -Werror -Icore/include "$logs/guide.c" \
            "$builds/debug-gcc/core/libbustle.a" -lm -o "$builds/guide" &&
        bounded "$builds/guide" &&
        sed -n '/^```cpp$/,/^```$/{/^```/d;p;}' docs/embedding.md >"$logs/guide.cpp" &&
        g++ -std=c++17 -Wall -Wextra -Werror -Icore/include "$logs/guide.cpp" \
            "$builds/debug-gcc/core/libbustle.a" -lm -o "$builds/guide-cpp" &&
        with_module luajit luajit lua/bin/bustle.lua compile behaviours/market -o "$logs/guide.bustle" &&
        bounded "$builds/guide-cpp" "$logs/guide.bustle"
}

stage_worlds() {
    build debug gcc bustle_core_lua5.4 && build debug gcc bustle_core_luajit || return
    run_specs debug-gcc "$(for pack in behaviours/*/; do echo "${pack}spec"; done)"
    check "bustle check has nothing to say" packs_are_clean
    check "the specs of the village reach 90 % of it" with_module lua5.4 \
        lua5.4 lua/bin/bustle.lua test behaviours/village --min 90
    check "the demo without a display, the same on both" demos_agree
    for game in market-love village-love minimal-love; do check "$game" play "$game" "examples/$game"; done
    play_starter
}

packs_are_clean() {
    for pack in behaviours/*/; do
        with_module lua5.4 lua5.4 lua/bin/bustle.lua check --strict "$pack" || return 1
    done
}

# What bustle new --love writes: it runs in LÖVE, from its folder with the library that was put into it; its specs pass on
# both; luacheck has nothing to say.
play_starter() {
    starter=$builds/starter
    rm -rf "$starter"
    mkdir -p "$starter"
    check "bustle new --love" with_module luajit luajit lua/bin/bustle.lua new --love "$starter/village" || return
    check "the game of new --love, in LÖVE" play starter "$starter/village"
    check "luacheck on it" lint_starter
    for lua in lua5.4 luajit; do check "its specs on $lua" test_starter "$lua"; done
}

lint_starter() { (cd "$starter/village" && luacheck -q .); }

test_starter() { (cd "$starter/village" && with_module "$1" "$1" "$(command -v busted)" square/spec); }

# All that they say but what it cost, and all of the page of the village.
demos_agree() {
    for lua in lua5.4 luajit; do
        {
            demo "$lua" terminal market --seconds 120 --npcs 60 &&
                demo "$lua" terminal village &&
                demo "$lua" report village --days 2 --report "$logs/village-$lua.html"
        } >"$logs/demo-$lua.log" || return 1
        grep -v "^An update took\|^The report is in" "$logs/demo-$lua.log" >"$logs/demo-$lua.words"
    done
    cat "$logs/demo-luajit.log"
    [ "$(grep -c "Stuck for good: nobody" "$logs/demo-luajit.log")" -eq 3 ] && cmp "$logs"/demo-*.words &&
        cmp "$logs"/village-*.html
}

# demo LUA EXAMPLE ARGUMENTS...
demo() {
    demo_lua=$1
    example=$2
    shift 2
    with_module "$demo_lua" env LUA_PATH="$root/?.lua;$root/lua/?.lua;$root/lua/?/init.lua;;" \
        "$demo_lua" "examples/$example/main.lua" "$@"
}

# play GAME FOLDER: what is in the folder, driven by spec/love/GAME.lua, on a display that nobody sees. Leaves pictures in
# the logs.
play() {
    folder=$builds/love/$1
    rm -rf "$folder"
    mkdir -p "$folder" "$logs/pictures"
    cp -R "$2/." "$folder" && mv "$folder/main.lua" "$folder/game.lua" &&
        cp spec/love/driver.lua "$folder/main.lua" && cp "spec/love/$1.lua" "$folder/script.lua" &&
        with_module luajit env LUA_PATH="$root/?.lua;$root/lua/?.lua;$root/lua/?/init.lua;;" \
            BUSTLE_PICTURES="$logs/pictures" LIBGL_ALWAYS_SOFTWARE=1 SDL_AUDIODRIVER=dummy \
            xvfb-run -a -s "-screen 0 1280x720x24" love "$folder"
}

# with_module LUA COMMAND...: with the module that was built for that Lua.
with_module() {
    modules=$builds/debug-gcc/$1
    shift
    bounded env LUA_PATH="$root/lua/?.lua;$root/lua/?/init.lua;;" LUA_CPATH="$modules/?.so;;" "$@"
}

# The page, and what happens in it. Leaves pictures of it in the logs.
stage_web() {
    check "the page is built" ./bustle playground --build || return
    build debug gcc bustle_core_lua5.4 || return
    check "decisions without a page" hash_places || return
    mkdir -p "$logs/pictures"
    page_tests page bounded env BUSTLE_HASHES="$(cat "$logs/web-decisions-without-a-page.log")"
    check "it takes less than 3 MB, compressed" small_page
    build debug gcc bustle_core_luajit || return
    page_tests live with_module luajit env LUA_PATH="$root/?.lua;$root/lua/?.lua;$root/lua/?/init.lua;;" \
        LIBGL_ALWAYS_SOFTWARE=1 SDL_AUDIODRIVER=dummy
}

# page_tests NAME WRAPPER...: examples/playground/test/NAME.test.mjs, its tests counted one by one.
page_tests() {
    name=$1
    log=$logs/web-$name.log
    shift
    "$@" BUSTLE_PAGE="$root/build/playground" BUSTLE_PICTURES="$logs/pictures" node --test --test-reporter=tap \
        "examples/playground/test/$name.test.mjs" >"$log" 2>&1 </dev/null
    pass "$(sed -n 's/^# pass //p' "$log")"
    bad=$(sed -n 's/^# fail //p' "$log")
    [ "${bad:-1}" -eq 0 ] || fail "$name.test.mjs" "$log" "${bad:-1}"
}

hash_places() {
    with_module lua5.4 lua5.4 -e 'print(dofile "examples/playground/test/hashes.lua")'
}

small_page() {
    bytes=$(for file in build/playground/*; do gzip -9c "$file"; done | wc -c)
    echo "$bytes bytes"
    [ "$bytes" -lt 3000000 ]
}

. "$root/.ci/shipping.sh"

# --- what stages are made of --------------------------------------------------------------------

# run_stage NAME TITLE
run_stage() {
    case ${wanted:-" $1 "} in *" $1 "*) ;; *) return ;; esac
    stage=$1
    stage_passed=0
    stage_failed=0
    stage_skipped=0
    complaints=$logs/$stage.complaints
    : >"$complaints"
    printf '%-42s' "$2"
    started=$(date +%s)
    "stage_$stage"
    seconds=$(($(date +%s) - started))
    skipped=
    [ "$stage_skipped" -eq 0 ] || skipped=", $stage_skipped skipped"
    printf '%4d passed, %d failed%s  (%d s)\n' "$stage_passed" "$stage_failed" "$skipped" "$seconds"
    cat "$complaints"
    passed=$((passed + stage_passed))
    failed=$((failed + stage_failed))
}

pass() {
    stage_passed=$((stage_passed + ${1:-1}))
}

# fail WHAT LOG [COUNT]
fail() {
    stage_failed=$((stage_failed + ${3:-1}))
    {
        echo "--- failed: $1 (${2#"$root/"})"
        without_passed_tests "$2" | tail -n 150
        echo "---"
    } >>"$complaints"
}

# check WHAT COMMAND...: one check, passed if the command succeeds.
check() {
    what=$1
    shift
    log=$logs/$stage-$(echo "$what" | tr -c 'A-Za-z0-9\n' '-').log
    "$@" >"$log" 2>&1 </dev/null
    status=$?
    if [ $status -eq 0 ]; then
        pass
    else
        fail "$what, exit status $status" "$log"
    fi
    return $status
}

# configure PRESET COMPILER: into build/test/PRESET-COMPILER, or build/test/PRESET if the preset
# names its compiler. A failure counts as one failed check.
configure() {
    tree=$(tree_of "$1" "$2")
    log=$logs/$stage-configure-$tree.log
    # Release has no tests by itself; -g is for valgrind's reports.
    case $1 in
    release) set -- "$1" "$2" -DBUSTLE_BUILD_TESTS=ON -DCMAKE_C_FLAGS=-g ;;
    *) set -- "$1" "$2" ;;
    esac
    preset=$1
    compiler=$2
    shift 2
    cmake --preset "$preset" -B "$builds/$tree" -DCMAKE_C_COMPILER="$compiler" "$@" \
        >"$log" 2>&1 </dev/null && return
    fail "configuring $tree" "$log"
    return 1
}

tree_of() {
    case $1 in
    *-"$2") echo "$1" ;;
    *) echo "$1-$2" ;;
    esac
}

# build PRESET COMPILER TARGET. A failure counts as one failed check.
build() {
    target=$3
    configure "$1" "$2" || return
    log=$logs/$stage-build-$tree.log
    cmake --build "$builds/$tree" --target "$target" --parallel "$jobs" >"$log" 2>&1 </dev/null &&
        return
    fail "building $target in $tree" "$log"
    return 1
}

# run_tests TREE: every cmocka program of the tree, its tests counted one by one.
run_tests() {
    run_programs "$1"
    count_programs "$1"
}

shortened() {
    export BUSTLE_QUICK=1
    "$@"
    unset BUSTLE_QUICK
}

# run_specs TREE FOLDERS [VARIABLE=VALUE...]: the busted specs of these folders, a process for each, on both Luas
# at the same time, counted one by one.
run_specs() {
    tree=$1
    folders=$2
    shift 2
    for lua in lua5.4 luajit; do
        for folder in $folders; do run_spec_folder "$folder" "$tree" "$lua" "$@"; done &
    done
    wait
    for lua in lua5.4 luajit; do
        for folder in $folders; do count_specs "$folder" "$lua"; done
    done
}

# The folders of specs; the oracle has a stage of its own.
spec_folders() {
    for path in spec/*/*_spec.lua; do dirname "$path"; done | sort -u | grep -v '^spec/oracle$'
}

spec_log() {
    echo "$logs/$stage-$(echo "$1" | tr / -)-$2.log"
}

# run_spec_folder FOLDER TREE LUA [VARIABLE=VALUE...]: leaves a log and its status; of a failure on LuaJIT, which compiles
# here as it does in games, also what it has compiled.
run_spec_folder() {
    folder=$1
    # The modules of an option -jv are those of the interpreter.
    paths="$root/lua/?.lua;$root/lua/?/init.lua;$root/?.lua;$(dirname "$(command -v luajit)")/../share/luajit-2.1.0-beta3/?.lua;;"
    modules="$builds/$2/$3/?.so;;"
    lua=$3
    log=$(spec_log "$folder" "$lua")
    traces=${log%.log}.traces
    shift 3
    set -- "$@" "$lua"
    [ "$lua" != luajit ] || set -- "$@" "-jv=$traces"
    bounded env LUA_PATH="$paths" LUA_CPATH="$modules" "$@" "$(command -v busted)" "$folder" >"$log" 2>&1 </dev/null
    status=$?
    echo $status >"${log%.log}.status"
    [ $status -ne 0 ] || rm -f "$traces"
}

# count_specs FOLDER LUA
count_specs() {
    where="$1 on $2"
    log=$(spec_log "$1" "$2")
    traces=${log%.log}.traces
    [ ! -e "$traces" ] || where="$where, with the traces in ${traces#"$root/"}"
    # shellcheck disable=SC2046 # four numbers
    set -- $(sed -n 's|^\([0-9]*\) success[a-z]* / \([0-9]*\) failure[a-z]* / \([0-9]*\) error[a-z]* / \([0-9]*\) pending.*|\1 \2 \3 \4|p' "$log")
    status=$(cat "${log%.log}.status")
    pass "${1:-0}"
    stage_skipped=$((stage_skipped + ${4:-0}))
    bad=$((${2:-0} + ${3:-0}))
    if [ "$bad" -gt 0 ]; then
        fail "$where" "$log" "$bad"
    elif [ "$status" -ne 0 ] || [ "${1:-0}" -eq 0 ]; then
        fail "$where, exit status $status" "$log"
    fi
}

# Faults are left to the sanitizer: its report says more than cmocka's handler.
sanitized() {
    ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1
    ASAN_OPTIONS=$ASAN_OPTIONS:handle_segv=2:handle_sigbus=2:handle_sigfpe=2:handle_sigill=2
    UBSAN_OPTIONS=print_stacktrace=1
    export ASAN_OPTIONS UBSAN_OPTIONS
    "$@"
    unset ASAN_OPTIONS UBSAN_OPTIONS
}

# run_programs TREE [WRAPPER...]: leaves NAME.log and NAME.status of each program in the logs.
run_programs() {
    programs=$builds/$1/test-programs.txt
    outputs=$logs/$stage
    mkdir -p "$outputs"
    shift
    [ $# -gt 0 ] || set -- env
    limit=
    if command -v timeout >/dev/null 2>&1; then limit="timeout $program_timeout"; fi
    # shellcheck disable=SC2016,SC2086 # expanded by the inner shell; a list of words
    tr '\n' '\0' <"$programs" | xargs -0 -P "$jobs" -I '{}' sh -c '
        outputs=$1
        program=$2
        shift 2
        log=$outputs/$(basename "$program").log
        "$@" "$program" >"$log" 2>&1 </dev/null
        echo $? >"${log%.log}.status"
    ' sh "$outputs" '{}' $limit "$@"
}

# A test that began and neither passed nor was skipped has failed, also when it took the program
# down with it. A program that fails with no test to blame, as with a leak, counts as one more.
count_programs() {
    outputs=$logs/$stage
    while IFS= read -r program; do
        name=$(basename "$program")
        log=$outputs/$name.log
        status=$(cat "$outputs/$name.status")
        # shellcheck disable=SC2046 # three numbers
        set -- "$1" $(cmocka_counts "$log")
        bad=$(($2 - $3 - $4))
        pass "$3"
        stage_skipped=$((stage_skipped + $4))
        if [ "$bad" -gt 0 ]; then
            fail "$name, $bad of $2 tests, exit status $status" "$log" "$bad"
        elif [ "$status" -ne 0 ]; then
            fail "$name, exit status $status though none of its $2 tests failed" "$log"
        elif [ "$2" -eq 0 ]; then
            fail "$name ran no test" "$log"
        fi
    done <"$builds/$1/test-programs.txt"
    [ -s "$builds/$1/test-programs.txt" ] || fail "no test programs" /dev/null
}

# cmocka_counts LOG: tests begun, passed and skipped. After a group cmocka names the skipped again.
cmocka_counts() {
    awk '
        /\[==========\].* Running/ { listed = 0 }
        /\[==========\].* run\./ { listed = 1 }
        /\[ RUN      \]/ { begun++ }
        /\[       OK \]/ { passed++ }
        /\[  SKIPPED \]/ && !listed { skipped++ }
        END { print begun + 0, passed + 0, skipped + 0 }
    ' "$1"
}

# A cmocka log less the tests that passed without a word; any other log unchanged.
without_passed_tests() {
    awk '
        /^\[ RUN      \]/ { if (held != "") print held; held = $0; next }
        held != "" && /^\[       OK \]/ { held = ""; next }
        { if (held != "") print held; held = ""; print }
        END { if (held != "") print held }
    ' "$1"
}

bounded() {
    if command -v timeout >/dev/null 2>&1; then
        timeout "$program_timeout" "$@"
    else
        "$@"
    fi
}

c_files_through() {
    # shellcheck disable=SC2086 # a list of words
    find $c_directories -name '*.[ch]' -print0 | sort -z | xargs -0 "$@"
}

# Everything but the tests, which would take longer than all the rest, and what only Emscripten compiles.
library_sources_through() {
    # shellcheck disable=SC2086 # a list of words
    find $c_directories \( -name test -o -name fuzz -o -path examples/playground/native \) -prune -o -name '*.c' -print0 | sort -z |
        xargs -0 -n 1 -P "$jobs" "$@"
}

main "$@"
