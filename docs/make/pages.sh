#!/bin/sh
# Makes docs/images/village-report.png, a picture of the page that ./bustle demo village --report makes. It wants chromium
# and ffmpeg.
set -eu

cd "$(dirname -- "$0")/../.."
page=$PWD/build/film/village.html
picture=$PWD/build/film/village-report.png
mkdir -p build/film
./bustle demo village --report "$page"
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1400,3490 --screenshot="$picture" \
    "file://$page" 2>/dev/null
ffmpeg -v error -y -i "$picture" -filter_complex "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none" \
    docs/images/village-report.png
ls -l docs/images/village-report.png
