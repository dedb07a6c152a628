#!/bin/sh
# Makes docs/images/NAME.gif, the film of a demo in LÖVE, as docs/make/films/NAME.lua plays it: sh docs/make/film.sh NAME
# Of the village also the picture docs/images/village.png. It wants love, xvfb-run and ffmpeg.
set -eu

cd "$(dirname -- "$0")/../.."
name=${1:?market or village}
# One palette for all pictures and no dithering: what stands still costs nothing.
case $name in
market) seen=crop=960:540:160:150,scale=720:-1:flags=area colours=96 ;; # the middle of the square
village) seen=scale=640:-1:flags=area colours=96 ;;
*) echo "film.sh: there is no film of \"$name\", but of market and village" >&2 && exit 2 ;;
esac
settings=$(./bustle env luajit)
eval "$settings"
game=$PWD/build/film/game
frames=$PWD/build/film/frames
rm -rf build/film
mkdir -p "$game" "$frames"
cp -R "examples/$name-love/." "$game"
mv "$game/main.lua" "$game/game.lua"
cp spec/love/driver.lua "$game/main.lua"
cp "docs/make/films/$name.lua" "$game/script.lua"

LUA_PATH="$PWD/?.lua;$LUA_PATH" BUSTLE_PICTURES=$frames LIBGL_ALWAYS_SOFTWARE=1 SDL_AUDIODRIVER=dummy \
    xvfb-run -a -s "-screen 0 1280x720x24" love "$game"

ffmpeg -v error -y -framerate 8 -i "$frames/frame-%03d.png" -filter_complex \
    "$seen,split[a][b];[a]palettegen=max_colors=$colours:stats_mode=full[p];[b][p]paletteuse=dither=none:diff_mode=rectangle" \
    "docs/images/$name.gif"
if [ -e "$frames/$name.png" ]; then
    ffmpeg -v error -y -i "$frames/$name.png" -filter_complex "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none" \
        "docs/images/$name.png"
fi
ls -l docs/images/"$name".*
