-- The film of docs/images/village.gif, as a script for spec/love/driver.lua: night falls over the village, windows are
-- lit; the roof of the Crown opens, and one sees people drink, play and dance. A picture for every eighth of a
-- second, into BUSTLE_PICTURES, and one of the evening for docs/images/village.png.
local camera = require "camera"
local love = _G.love

local PER_SECOND = 8
local CROWN_X, CROWN_Y = 80, 40
local SATURDAY = 5

local frame = 0
local function shoot(game, seconds, change)
  for i = 1, seconds * PER_SECOND do
    if change then change(i / (seconds * PER_SECOND)) end
    for _ = 1, 4 do love.update(1 / (4 * PER_SECOND)) end
    frame = frame + 1
    game.draw(("frame-%03d.png"):format(frame))
  end
end

-- Hours since the midnight before the first day, which is a Monday.
local function hours(world)
  local clock = world:clock()
  return clock.day * 24 + clock.seconds / clock.length * 24
end

local function run_to(game, at)
  while hours(game.world) < at do game.run(1 / 30) end
end

local function set_pace(game, ups)
  for _ = 1, 9 do game.key "-" end
  for _ = 1, ups do game.key "+" end
end

-- Until many at the Crown sing, dance or drink to something.
local function await_revelry(game)
  local begun = false
  game.world:on("join", function(npc, scene)
    local is_there = math.abs(npc.x - CROWN_X) < 12 and math.abs(npc.y - CROWN_Y) < 8
    begun = begun or is_there and (scene:match "song$" or scene:match "dance$" or scene:match "toast$")
  end)
  for _ = 1, 6000 do
    if begun then return end
    game.run(0.1)
  end
end

local function ease(part) return part * part * (3 - 2 * part) end

return function(game)
  game.key "h"
  game.point(8, 712)
  camera.look_at(CROWN_X, 47)
  set_pace(game, 4)
  run_to(game, SATURDAY * 24 + 18.1)
  set_pace(game, 3)
  shoot(game, 3)
  set_pace(game, 0)
  await_revelry(game)
  game.point(640, 300)
  shoot(game, 2, function(part)
    camera.zoom_to(1 + 0.75 * ease(part))
    camera.look_at(CROWN_X, 47 - 6 * ease(part))
  end)
  shoot(game, 5)
  camera.zoom_to(1.35)
  camera.look_at(CROWN_X, 42.5)
  game.draw "village.png"
  camera.zoom_to(1.75)
  camera.look_at(CROWN_X, 41)
  shoot(game, 3)
end
