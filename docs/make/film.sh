#!/bin/sh
# Makes docs/images/market.gif, the film on the front page, of the demo in LÖVE: sh docs/make/film.sh
# It wants love, xvfb-run and ffmpeg.
set -eu

cd "$(dirname -- "$0")/../.."
settings=$(./bustle env luajit)
eval "$settings"
game=$PWD/build/film/game
frames=$PWD/build/film/frames
rm -rf build/film
mkdir -p "$game" "$frames"
cp -R examples/market-love/. "$game"
mv "$game/main.lua" "$game/game.lua"
cp spec/love/driver.lua "$game/main.lua"
cp docs/make/film.lua "$game/script.lua"

LUA_PATH="$PWD/?.lua;$LUA_PATH" BUSTLE_PICTURES=$frames LIBGL_ALWAYS_SOFTWARE=1 SDL_AUDIODRIVER=dummy \
    xvfb-run -a -s "-screen 0 1280x720x24" love "$game"

# The middle of the square. One palette for all pictures and no dithering: what stands still costs nothing.
ffmpeg -v error -y -framerate 8 -i "$frames/frame-%03d.png" -filter_complex \
    "crop=960:540:160:150,scale=720:-1:flags=area,split[a][b];[a]palettegen=max_colors=96:stats_mode=full[p];[b][p]paletteuse=dither=none:diff_mode=rectangle" \
    docs/images/market.gif
ls -l docs/images/market.gif
