# shellcheck shell=sh
# The page in which behaviour is written and watched: examples/playground, built into build/playground. For ../bustle,
# which gives $root.

command_playground() {
    if asks_help "$@"; then
        cat <<'END'
usage: ./bustle playground [--port N] [--host ADDRESS] [--build]

Builds a page into build/playground and serves it: behaviour on the left, the world that lives by it on the right.
The page is static; docs/playground.md says how to put it on another host.

  --port N        serve on port N; 8080 if it is left out
  --host ADDRESS  let other machines in; without it only this one reaches the page, on 127.0.0.1
  --build         only build it
  --help          print this text

Exit status: 0 built, or served until it is ended, 1 it could not be built or served, 2 wrong usage.
END
        return
    fi
    port=8080
    host=127.0.0.1
    only_build=
    while [ $# -gt 0 ]; do
        case $1 in
        --build) only_build=yes ;;
        --port | --host)
            [ $# -ge 2 ] || usage "playground: $1 wants a value; see playground --help"
            case $1 in --port) port=$2 ;; --host) host=$2 ;; esac
            shift
            ;;
        *) usage "playground: there is no $1; see playground --help" ;;
        esac
        shift
    done
    case $port in '' | *[!0-9]*) usage "playground: '$port' is no port" ;; esac
    need emcc cmake make node npm
    build_playground
    if [ -n "$only_build" ]; then
        echo "built: $root/build/playground"
        return
    fi
    exec node "$root/examples/playground/serve.mjs" "$root/build/playground" "$host" "$port"
}

# The module by Emscripten, then the page around it.
build_playground() {
    get_lua_sources
    get_node_packages
    say "building the page"
    log=$root/build/web.log
    {
        # Emscripten's scripts ask for a package of Debian's, which other builds of Node do not look for.
        export NODE_PATH=/usr/share/nodejs
        emcmake cmake -S "$root" -B "$root/build/web" -Wno-dev -DCMAKE_BUILD_TYPE=Release -DBUSTLE_WERROR=ON \
            -DBUSTLE_BUILD_PLAYGROUND=ON -DBUSTLE_LUA_SOURCES="$lua_sources/src" &&
            cmake --build "$root/build/web" --target bustle_web --parallel "$(processors)" &&
            node "$root/examples/playground/build.mjs" "$root/build/web/examples/playground/native" \
                "$root/build/node" "$lua_sources/src" "$root/build/playground"
    } >"$log" 2>&1 || build_failed
}

# ---- What others have made ----

# The sources of Lua, of the package that Debian and Ubuntu have, once.
get_lua_sources() {
    lua_sources=$root/build/lua
    if [ -e "$lua_sources/src/lapi.c" ]; then return; fi
    say "fetching the sources of Lua 5.4"
    mkdir -p "$root/build"
    has_any apt-get || die "put the sources of Lua 5.4 into build/lua, so that there is build/lua/src/lapi.c"
    log=$lua_sources.log
    unpack_lua_sources >"$log" 2>&1 || build_failed
}

# Whole or not at all. The lists of sources are apt's own with sources in place of packages, and kept apart.
unpack_lua_sources() (
    part=$lua_sources.part
    rm -rf "$part"
    mkdir -p "$part/parts" "$part/lists/partial" || exit
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
        if [ -s "$list" ]; then
            sed 's/^Types:.*/Types: deb-src/; s/^deb /deb-src /' "$list" >"$part/parts/$(basename "$list")"
        fi
    done
    set -- -o "Dir::Etc::SourceList=$part/none" -o "Dir::Etc::SourceParts=$part/parts" \
        -o "Dir::State::Lists=$part/lists" -o "Dir::Cache::srcpkgcache=" -o "Dir::Cache::pkgcache="
    # A list that cannot be had may not be the one.
    apt-get "$@" update
    cd "$part" && apt-get "$@" source --download-only --tar-only lua5.4 && tar -xf lua5.4_*.orig.tar.* &&
        rm -rf "$lua_sources" && mv lua-5.4* "$lua_sources" && rm -rf "$part"
)

# What examples/playground/package-lock.json names, once for each such file.
get_node_packages() {
    packages=$root/build/node
    if cmp -s "$root/examples/playground/package-lock.json" "$packages/installed.json"; then return; fi
    say "fetching the editor and the bundler with npm"
    rm -rf "$packages"
    mkdir -p "$packages"
    log=$packages.log
    (
        cd "$packages" && cp "$root/examples/playground/package.json" "$root/examples/playground/package-lock.json" . &&
            npm ci --ignore-scripts --no-audit --no-fund && cp package-lock.json installed.json
    ) >"$log" 2>&1 || build_failed
}
