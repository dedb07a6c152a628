-- The village: people live a day in it, and one can look about, open roofs, follow, see what is behind it, and have
-- weather.
local camera = require "camera"
local hud = require "hud"
local labels = require "labels"
local overlay = require "overlay"
local scenery = require "scenery"

return function(game)
  local check, world = game.check, game.world
  local people = world:find { tag = "person" }

  local function hours()
    local clock = world:clock()
    return clock.day * 24 + clock.seconds / clock.length * 24
  end

  -- At the greatest pace to an hour, counted from the first midnight.
  local function go_on_to(hour)
    for _ = 1, 5 do game.key "+" end
    while hours() < hour do love.update(1 / 60) end
    for _ = 1, 5 do game.key "-" end
  end

  local function count_seen(is_so)
    local count = 0
    for _, npc in ipairs(people) do
      if is_so(npc.owner, npc) then count = count + 1 end
    end
    return count
  end

  local function house_of(name)
    for _, house in ipairs(scenery.houses) do
      if house.entity.name == name then return house end
    end
  end

  -- No two labels, nor a label and a bar, lie over each other.
  local function are_apart()
    for i = 1, labels.count do
      for j = i + 1, labels.count do
        local a, b = labels.placed[i], labels.placed[j]
        if a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height then
          return false
        end
      end
    end
    return true
  end

  check(#people >= 40, "forty people and more live there")
  local before = game.draw "village-dawn.png"
  check(before:getWidth() == 1280 and before:getHeight() == 720, "it is 1280 by 720")
  game.run(60)
  check(game.difference(before, game.draw()) > 8000, "people move, and the sun rises")

  -- The pace, and a pause.
  local at = hours()
  game.run(1)
  check(math.abs(hours() - at - 1 / 60) < 0.005, "a second is a minute of the village")
  for _ = 1, 9 do game.key "+" end
  at = hours()
  game.run(1)
  check(math.abs(hours() - at - 1) < 0.05, "+ brings it to an hour a second")
  for _ = 1, 9 do game.key "-" end
  game.key "space"
  at = hours()
  game.run(1)
  check(hours() == at, "Space pauses")
  game.key "space"

  -- The camera.
  check(scenery.width * 20 * camera.zoom > 1280, "the village is larger than the window")
  game.point(640, 360)
  love.wheelmoved(0, 3)
  check(camera.zoom > 1.4, "the wheel zooms")
  love.wheelmoved(0, -30)
  game.draw "village-noon.png"
  check(camera.screen(0, 0) >= 0 and camera.screen(scenery.width, 0) <= 1280, "one can see all of it at once")
  camera.zoom_to(1)
  camera.look_at(80, 50)
  local x = camera.x
  love.mousepressed(640, 360, 1)
  game.point(540, 360)
  love.mousereleased(540, 360, 1)
  check(math.abs(camera.x - x - 5) < 0.1, "who drags the village by a hundred points moves it by five metres")

  -- The night: lamps, windows, an evening at the Crown.
  local crown = house_of "The Crown"
  check(crown.lit == 0, "no window is lit by day")
  go_on_to(20.5)
  game.point(1270, 700)
  camera.look_at(80, 44)
  game.run(2)
  game.draw "village-evening.png"
  check(crown.lit > 0.9 and crown.heat > 0.9, "the Crown is lit of an evening, and its chimney smokes")
  check(count_seen(function(figure) return figure.lamp end) > 0, "a guard out of doors carries a lantern")
  check(crown.open == 0, "its roof is shut while nobody looks")
  game.point(camera.screen(80, 40))
  game.run(1)
  check(crown.open == 1, "the roof below the mouse opens")
  game.draw "village-crown.png"
  check(count_seen(function(figure, npc)
    return npc.state.sitting and crown:covers(figure.x, figure.y)
  end) > 4, "people sit in it")
  local talked, carried, drank, faced = 0, 0, 0, true
  for _ = 1, 60 do
    game.run(0.5)
    talked = math.max(talked, count_seen(function(figure) return figure.talks end))
    carried = math.max(carried, count_seen(function(figure) return figure.carries == "mug" end))
    drank = math.max(drank, count_seen(function(figure) return figure.pose:match "^drink" end))
    for _, npc in ipairs(people) do
      local target = npc.action == "chat" and npc.target
      local figure = npc.owner
      if target and target.owner and math.abs(target.owner.x - figure.x) > 0.5 then
        faced = faced and (target.owner.x > figure.x) == (figure.facing > 0)
      end
    end
  end
  check(talked > 0 and carried > 0 and drank > 0, "they talk, hold mugs and drink")
  check(faced, "who talks to somebody faces them")
  game.draw()
  check(are_apart(), "no two labels overlap")

  -- Overlays, while people at the Crown are at something together.
  for _ = 1, 600 do
    if count_seen(function(figure) return figure.scene and crown:covers(figure.x, figure.y) end) > 1 then break end
    game.run(0.1)
  end
  for key, name in ipairs { "areas", "links", "scenes", "plans" } do
    local without, plain = game.draw(), labels.count
    game.key(tostring(key))
    check(overlay[name], key .. " shows " .. name)
    local picture = game.draw("village-" .. name .. ".png")
    check(game.difference(without, picture) > 100 and are_apart(), name .. " are seen, and no two labels overlap")
    game.key(tostring(key))
    game.draw()
    check(not overlay[name] and labels.count == plain, key .. " hides them again")
  end
  game.key "h"
  check(not hud.help, "H hides the help")
  game.key "h"

  -- Following.
  game.key "tab"
  game.run(2)
  game.draw()
  check(math.abs(camera.x - people[1].owner.x) < 33, "Tab follows somebody")
  check(hud.top:match(people[1].name), "the bar says who it is")
  game.key "tab"
  game.run(1)
  check(hud.top:match(people[2].name), "Tab again follows the next")
  local without = game.draw()
  game.key "i"
  local with = game.draw "village-inspector.png"
  check(game.difference(without, with) > 100000 and are_apart(), "I opens the inspector, and nothing lies over it")
  game.key "i"

  -- Rain, which does not fall into a house that stands open.
  game.key "r"
  game.run(5)
  check(world.env.weather == "rainy" and scenery.rain == 1, "R makes rain")
  game.draw "village-rain.png"
  go_on_to(26)
  game.run(1)
  game.draw "village-night.png"
  check(count_seen(function(figure) return figure.pose == "lie" end) > 30, "at night people lie in bed")

  -- A death.
  go_on_to(34)
  local dead = 2 -- whom one follows
  repeat
    game.key "tab"
    dead = dead + 1
  until people[dead].kind == "farmer"
  dead = people[dead]
  game.key "k"
  game.run(2)
  game.draw "village-death.png"
  check(dead.role == "dead" and dead.owner.fallen, "K kills whom one follows, who lies where they fell")
  local where = dead.owner.x + dead.owner.y
  go_on_to(44)
  check(dead.owner.fallen and dead.owner.x + dead.owner.y ~= where, "others carry the body away")
  check(world:stats().halted == 0 and world:check(), "nobody has halted, and the world is consistent")
end
