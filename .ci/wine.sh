#!/bin/sh
# Runs a program of Windows. The 64-bit part of Wine by itself where it can be found: the wrapper of some
# systems wants the other part too.
for wine in /usr/lib/wine/wine64 wine64 wine; do
    if command -v "$wine" >/dev/null 2>&1; then exec "$wine" "$@"; fi
done
echo "there is no Wine" >&2
exit 127
