#!/bin/sh
# What the tests of the core reach, measured in a build with the preset `coverage`, of gcc, in which
# bustle_tests and bustle_core_luajit are built: coverage.sh BUILD
# The tests are run, the specs of texts, which the core reads, and random worlds beside the oracle; what is not reached is
# listed.
set -eu
export LC_ALL=C BUSTLE_QUICK=1

cd "$(dirname -- "$0")/.."
build=$1
objects=$build/core/CMakeFiles/bustle.dir/src
worlds=150

find "$build" -name '*.gcda' -delete
# shellcheck disable=SC2016 # expanded by the inner shell
tr '\n' '\0' <"$build/test-programs.txt" |
    xargs -0 -P "$(nproc 2>/dev/null || echo 1)" -I '{}' sh -c '
        "$1" >/dev/null 2>&1 || { echo "failed: $1" >&2; exit 255; }
    ' sh '{}'
export LUA_CPATH="$build/luajit/?.so;;"
LUA_PATH="./lua/?.lua;./lua/?/init.lua;./?.lua;;" luajit "$(command -v busted)" spec/lua/expression_spec.lua \
    spec/lua/expression_fuzz_spec.lua spec/binding/expression_spec.lua >/dev/null
luajit spec/oracle/compare.lua 1 "$worlds"
luajit spec/oracle/compare.lua 2001 $((2000 + worlds)) # with what came later
luajit spec/oracle/compare.lua 4001 $((4000 + worlds))
luajit spec/oracle/compare.lua 20001 $((20000 + worlds))
luajit spec/oracle/compare.lua 40001 $((40000 + worlds))
luajit spec/oracle/compare.lua 60001 $((60000 + worlds))
rm -rf "$build/gcov"
mkdir "$build/gcov"
(cd "$build/gcov" && find "$objects" -name '*.gcda' -print0 | sort -z | xargs -0 gcov -b -c >gcov.log 2>&1)
exec luajit spec/coverage/report.lua "$build/gcov"
