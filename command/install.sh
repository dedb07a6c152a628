# shellcheck shell=sh
# Which tools the machine has, and installing those that a command needs and the machine lacks: on Debian and Ubuntu with
# apt-get; elsewhere they are named. For ../bustle, which gives $root, and $yes if nobody is to be asked.

# need TOOL...: returns when all are there, installing what is missing where that is possible.
need() {
    missing=$(absent "$@")
    if [ -n "$missing" ]; then
        # shellcheck disable=SC2086 # a list of words
        provide $missing
    fi
    use_ninja_without_make
}

absent() {
    for tool in "$@"; do
        has "$tool" || printf '%s ' "$tool"
    done
}

has() {
    case $1 in
    cc) [ -n "${CC:-}" ] || can_compile "$(a_compiler)" stdio.h ;;
    make) has_any make ninja ;;
    gcc) has_any gcc && can_compile gcc stdio.h ;;
    cmocka) can_compile "$(a_compiler)" stdarg.h stddef.h stdint.h setjmp.h cmocka.h ;;
    clang-rt) can_sanitize clang ;;
    ldoc) has_any ldoc && ldoc_reads_markdown ;;
    mingw) has_any x86_64-w64-mingw32-gcc ;;
    wine) sh "$root/.ci/wine.sh" --version >/dev/null 2>&1 ;;
    lua-cjson) for_both_luas 'require "cjson"' ;;
    lua-socket) for_both_luas 'require "socket"' ;;
    python3-jsonschema) has_any python3 && python3 -c 'import jsonschema' 2>/dev/null ;;
    *-headers) has_any pkg-config && pkg-config --exists "${1%-headers}" ;;
    cmake) has_any cmake && recent_cmake ;;
    *) has_any "$1" ;;
    esac
}

has_any() {
    for candidate in "$@"; do
        if command -v "$candidate" >/dev/null 2>&1; then return 0; fi
    done
    return 1
}

for_both_luas() {
    for interpreter in lua5.4 luajit; do
        if ! has_any "$interpreter" || ! "$interpreter" -e "$1" 2>/dev/null; then return 1; fi
    done
}

# LDoc runs on Lua 5.1, and leaves Markdown to a library that may not be there.
ldoc_reads_markdown() {
    for interpreter in lua5.1 luajit; do
        if has_any "$interpreter" && "$interpreter" -e 'require "discount"' 2>/dev/null; then return 0; fi
    done
    return 1
}

# A compiler without the C library's headers is of no use; so is cmocka's library without its header.
can_compile() {
    compiler=$1
    shift
    for header in "$@"; do echo "#include <$header>"; done | "$compiler" -E -x c - >/dev/null 2>&1
}

a_compiler() {
    for compiler in cc gcc clang; do
        if has_any "$compiler"; then break; fi
    done
    echo "$compiler"
}

can_sanitize() {
    probe=$(mktemp -d) || return 1
    echo 'int main(void) { return 0; }' >"$probe/main.c"
    result=0
    "$1" -fsanitize=address,undefined "$probe/main.c" -o "$probe/main" >/dev/null 2>&1 || result=1
    rm -rf "$probe"
    return $result
}

# Presets without a generator came with 3.21.
recent_cmake() {
    cmake --version | awk 'NR == 1 { split($3, v, "."); exit !(v[1] > 3 || (v[1] == 3 && v[2] >= 21)) }'
}

use_ninja_without_make() {
    if ! has_any make && has_any ninja; then export CMAKE_GENERATOR=Ninja; fi
}

# A LuaJIT that calls itself 2.1.0-beta3 may be one that compiles pairs() wrong, as Debian 12's does (docs/install.md).
# Debian has another, luajit2, which cannot be installed beside it: it is unpacked, and comes first. Where it cannot be
# had, what there is interprets.
use_luajit2() {
    if ! luajit -v | grep -q '2\.1\.0-beta3'; then return; fi
    luajit2=$root/build/luajit2
    mkdir -p "$root/build"
    [ -e "$luajit2" ] || say "fetching luajit2, as this LuaJIT compiles pairs() wrong"
    if [ -e "$luajit2" ] || unpack_luajit2 >"$luajit2.log" 2>&1; then
        export PATH="$luajit2/usr/bin:$PATH"
    else
        say "luajit2 cannot be had (build/luajit2.log), so luajit compiles nothing"
        export LUA_INIT='if jit then jit.off() end'
    fi
}

# Whole or not at all.
unpack_luajit2() {
    unpacked=$luajit2.part
    rm -rf "$unpacked"
    mkdir "$unpacked"
    (
        cd "$unpacked" && { download_luajit2 || { as_root apt-get update && download_luajit2; }; } &&
            for package in *.deb; do dpkg -x "$package" . || exit; done &&
            usr/bin/luajit -v && mv "$unpacked" "$luajit2"
    )
}

# The interpreter, not older than the correction (luajit2_2.1-20230119-1_amd64.deb), and the modules of its options.
download_luajit2() {
    apt-get download luajit2 libluajit2-5.1-common || return
    set -- luajit2_*.deb
    [ "$(echo "$1" | sed 's/.*-\([0-9]\{8\}\).*/\1/')" -ge 20220405 ]
}

provide() {
    if has_any apt-get && has_any dpkg; then
        provide_with_apt "$@"
        return
    fi
    say "missing: $*"
    if has_any dnf; then
        echo "install with: sudo dnf install$(packages dnf "$@")" >&2
    elif has_any pacman; then
        echo "install with: sudo pacman -S --needed$(packages pacman "$@")" >&2
    elif has_any brew || [ "$(uname -s)" = Darwin ]; then
        echo "install with: brew install$(packages brew "$@")" >&2
        case " $* " in *" cc "* | *" gcc "*) echo "and: xcode-select --install" >&2 ;; esac
        case " $* " in *" valgrind "*)
            echo "valgrind is not to be had on current macOS: ./bustle test --quick does without" >&2
            ;;
        esac
    else
        echo "install them with your system's packages (CMake 3.21 or newer)" >&2
    fi
    exit 1
}

provide_with_apt() {
    wanted=$(packages apt "$@")
    say "missing: $*"
    if [ "$(id -u)" -ne 0 ] && ! has_any sudo; then
        die "nothing is installed without root; as root: apt-get install$wanted"
    fi
    agreed "bustle: install$wanted with apt-get?" || die "nothing is installed; to do it: sudo apt-get install$wanted"
    log=$(mktemp)
    say "updating the list of packages"
    as_root apt-get update >"$log" 2>&1 </dev/null || cat "$log" >&2
    say "installing$wanted"
    # shellcheck disable=SC2086 # a list of words
    if ! as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $wanted >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        rm -f "$log"
        die "apt-get could not install$wanted"
    fi
    rm -f "$log"
    left=$(absent "$@")
    [ -z "$left" ] || die "installed, but still missing or too old: $left"
}

# agreed QUESTION: what whoever sits at the terminal answers. Where nobody does, or with --yes, it is agreed.
agreed() {
    if [ -n "$yes" ] || ! [ -t 0 ] || ! [ -t 2 ]; then return 0; fi
    printf '%s [Y/n] ' "$1" >&2
    read -r answer || answer=no
    case $answer in '' | [Yy]*) return 0 ;; *) return 1 ;; esac
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# packages MANAGER TOOL...: the packages that bring the tools, each once, a space before each.
packages() {
    manager=$1
    shift
    for tool in "$@"; do
        case $manager:$tool in
        apt:cc | apt:gcc) echo gcc libc6-dev ;;
        brew:cc | brew:gcc | brew:valgrind) ;;
        dnf:cc | dnf:gcc) echo gcc libasan libubsan ;;
        *:cc) echo gcc ;;
        apt:cmocka) echo libcmocka-dev ;;
        dnf:cmocka) echo libcmocka-devel ;;
        apt:lua5.1-headers) echo liblua5.1-0-dev ;;
        apt:lua5.3-headers) echo liblua5.3-dev ;;
        apt:lua5.4-headers) echo liblua5.4-dev ;;
        apt:luajit-headers) echo libluajit-5.1-dev ;;
        apt:busted) echo lua-busted ;;
        apt:luacheck) echo lua-check ;;
        apt:ldoc) echo lua-ldoc lua-discount ;;
        *:emcc) echo emscripten ;;
        brew:node) echo node ;;
        *:node) echo nodejs ;;
        apt:mingw) echo gcc-mingw-w64-x86-64-win32 ;;
        apt:wine) echo wine wine64 ;;
        dnf:mingw) echo mingw64-gcc ;;
        pacman:mingw) echo mingw-w64-gcc ;;
        brew:mingw) echo mingw-w64 ;;
        *:dot) echo graphviz ;;
        apt:xvfb-run) echo xvfb xauth ;;
        dnf:xvfb-run) echo xorg-x11-server-Xvfb ;;
        pacman:xvfb-run) echo xorg-server-xvfb ;;
        dnf:lua5.4-headers) echo lua-devel ;;
        dnf:luajit-headers) echo luajit-devel ;;
        pacman:python3-jsonschema) echo python-jsonschema ;;
        dnf:lua5.1 | dnf:lua5.1-headers) echo compat-lua-devel ;;
        pacman:lua5.[13] | pacman:lua5.[13]-headers) echo "${tool%-headers}" | tr -d . ;;
        *:lua5.4-headers) echo lua ;;
        *:luajit-headers) echo luajit ;;
        apt:valgrind) echo valgrind libc6-dbg ;;
        apt:clang-rt) apt_clang_runtime ;;
        dnf:clang-rt | pacman:clang-rt) echo compiler-rt ;;
        dnf:clang-format | dnf:clang-tidy) echo clang-tools-extra ;;
        pacman:clang-format | pacman:clang-tidy) echo clang ;;
        brew:clang | brew:clang-tidy | brew:clang-rt) echo llvm ;;
        dnf:lua5.4 | pacman:lua5.4 | brew:lua5.4) echo lua ;;
        dnf:pkg-config) echo pkgconf-pkg-config ;;
        pacman:pkg-config | brew:pkg-config) echo pkgconf ;;
        *) echo "$tool" ;;
        esac
    done | awk '{ for (i = 1; i <= NF; i++) if (!seen[$i]++) printf " %s", $i }'
}

# clang's sanitizers are in a package of their own or, in older releases, with its headers. The
# number in its name is that of the clang that is there or will be.
apt_clang_runtime() {
    major=$(clang -dumpversion 2>/dev/null | cut -d. -f1)
    if [ -z "$major" ]; then
        major=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p')
    fi
    if apt-cache show "libclang-rt-$major-dev" >/dev/null 2>&1; then
        echo "libclang-rt-$major-dev"
    else
        echo "libclang-common-$major-dev"
    fi
}
