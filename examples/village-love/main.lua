-- A village to watch. What people do is in behaviours/village; here are the clock, the walking and the pictures.
-- From the project's folder: ./bustle demo village --love
local bustle = require "bustle"
local camera = require "camera"
local figures = require "examples.love.figures"
local hud = require "hud"
local inspector = require "bustle.inspector"
local labels = require "labels"
local light = require "examples.love.light"
local looks = require "examples.love.people"
local overlay = require "overlay"
local scenery = require "scenery"
local streets = require "examples.love.streets"

local M, DAY = scenery.metre, 1440 -- seconds
local PACES = { 1, 5, 15, 30, 60 } -- minutes of the village to a second
local STEP = 0.5 -- the longest that the world is let go on at once
local PANEL, SPEECH = 358, 4 -- points that the inspector takes; seconds that words stand
local PATIENCE = 1.5 -- how far somebody moves before who walks up to them takes another way

local world, inspect, voice
local people, drawn = {}, scenery.drawn
local weather, feast, rain, time, day_time, noted = "sunny", false, 0, 0, 0, nil
local pace, paused, following, shout = 1, false, true, { x = 0, y = 0, age = 9 }

-- ---- What the NPCs decide, shown ----

local walking = {}

local function set_out(npc, target)
  local figure = npc.owner
  local x, y
  if target then
    x, y = scenery.spot(target, npc)
    figure.aim, figure.aim_x, figure.aim_y = target.owner, target.x, target.y
  else
    x, y = streets.free_near(figure.x, figure.y, 5)
    figure.aim = nil
  end
  return figure:go(x, y, npc.state.speed)
end

function walking.start(npc, target, run)
  local figure = npc.owner
  figure:strike(run.show.pose == "dead" and "dead" or "stand", run.show.says) -- who is dead is carried
  figure.carries, figure.talks = run.show.carries, false
  if not set_out(npc, target) then return npc:fail "no way leads there" end
  if run.show.pose == "run" then figure.speed = math.max(figure.speed, 6) end
  if run.show.pose == "stroll" then figure.speed = figure.speed * 0.4 end
end

-- The NPC is where its figure is, and has arrived when its figure has. Whom it walks up to may walk on.
function walking.update(npc, dt, run)
  local figure = npc.owner
  local aim = figure.aim
  if aim and math.abs(aim.x - figure.aim_x) + math.abs(aim.y - figure.aim_y) > PATIENCE then
    local speed = figure.speed
    if not set_out(npc, run.target) then return npc:fail "no way leads there" end
    figure.aim_x, figure.aim_y, figure.speed = aim.x, aim.y, speed
  end
  local arrived = figure:step(dt)
  npc:move(figure.x, figure.y)
  return arrived
end

function walking.stop(npc) npc.owner:strike("stand", nil, npc.owner.with) end

local function perform(npc, target, run)
  local figure = npc.owner
  if not figure then return end -- a tavern decides, too
  figure:strike(run.show.pose, run.show.says, target and (target.owner or target) or figure.with, npc.state.sitting)
  figure.carries, figure.talks = run.show.carries, run.show.pose == "talk"
end

-- ---- The world ----

local function add_people()
  local rows, numbers = {}, {}
  for _, npc in ipairs(world:find { tag = "person" }) do
    local number = (numbers[npc.kind] or 0) + 1
    numbers[npc.kind], rows[#rows + 1], people[#people + 1] = number, looks.look(npc.kind, number), npc
  end
  figures.load(rows)
  for row, npc in ipairs(people) do
    npc.owner = figures.new(row, npc.x, npc.y)
    drawn[#drawn + 1] = { npc = npc, figure = npc.owner, x = npc.x, y = npc.y }
  end
end

local function leave(list, key, gone)
  for i = #list, 1, -1 do
    if (key and list[i][key] or list[i]) == gone then table.remove(list, i) end
  end
end

local function listen()
  world:on("join", function(npc, scene, _, initiator)
    local figure, first = npc.owner, initiator and initiator.owner
    if not figure then return end
    figure.scene, figure.scene_number = scene, npc.scene and npc.scene.number
    if first and first ~= figure then
      figure.with, first.with = first, first.with or figure
    end
  end)
  world:on("leave", function(npc)
    if npc.owner then npc.owner.scene, npc.owner.with = nil, nil end
  end)
  world:on("remove", function(entity)
    leave(people, nil, entity)
    leave(drawn, "npc", entity)
  end)
end

-- Whether one sees somebody: out of doors, or below a roof that is open.
local function is_seen(figure)
  local house = scenery.house_at(figure.x, figure.y)
  return not figure.away and (not house or house.open > 0.5)
end

function love.load()
  world = bustle.world { packs = { "behaviours/village" }, seed = 42, explain = true,
    clock = { day = DAY, start = "06:00" } }
  scenery.load(world)
  add_people()
  world:handle { travel = true, ends = "game", start = walking.start, update = walking.update, stop = walking.stop }
  world:handle { tag = "roam", start = walking.start, update = walking.update, stop = walking.stop }
  world:handle { default = true, start = perform }
  world:provide("weather", function() return weather end)
  world:provide("feast", function() return feast end)
  voice = world:spawn("noise", { name = "you" })
  listen()
  labels.load()
  hud.load()
  overlay.load(world, people)
  camera.load(scenery.width, scenery.height)
  inspect = inspector.new(world, { screen = camera.screen, at = function(npc)
    local figure = npc.owner
    if not figure or not is_seen(figure) then return -9999, -9999 end
    return camera.screen(figure.x, figure.y - 0.9)
  end })
end

-- ---- Time ----

local function hour() return (day_time + world:now()) % DAY / DAY * 24 end

-- Once a second of the village: what the clock shows, and who is awake in which house.
local function take_note()
  local clock, selected = world:clock(), inspect.selected
  day_time = clock.seconds / clock.length * DAY - world:now()
  for _, house in ipairs(scenery.houses) do house.awake = 0 end
  for _, npc in ipairs(people) do
    local figure = npc.owner
    local house = scenery.house_at(figure.x, figure.y)
    local is_about = not figure.away and not figure.fallen and figure.pose ~= "lie"
    figure.lamp = npc.kind == "guard" and is_about and not house and scenery.darkness > 0.2 and "lantern" or nil
    if house and is_about then house.awake = house.awake + 1 end
  end
  hud.write(clock.time, world.env.weekday, weather, feast, paused and "paused" or PACES[pace] .. " min/s", selected)
end

local function pass(dt)
  time, shout.age = time + dt, shout.age + dt
  local left = dt * PACES[pace]
  while left > 0 do
    local step = math.min(STEP, left)
    world:update(step)
    left = left - step
  end
  for _, npc in ipairs(people) do npc.owner:animate(dt) end
  rain = math.max(0, math.min(1, rain + (weather == "rainy" and dt or -dt) / 3))
end

-- Where one looks: roofs open there.
local function look(dt)
  local figure = inspect.selected and inspect.selected.owner
  if camera.update(dt) then following = false end
  if figure and following then camera.look_at(figure.x, figure.y - 0.8, 1 - math.exp(-5 * dt)) end
  local x, y = camera.pointer()
  scenery.update(dt, hour(), rain, x, y, figure and scenery.house_at(figure.x, figure.y))
end

function love.update(dt)
  dt = math.min(dt, 0.1)
  if not paused then pass(dt) end
  look(dt)
  local now = math.floor(world:now())
  if now ~= noted then
    noted = now
    take_note()
  end
end

-- ---- Pictures ----

-- By insertion, as they are nearly in order: the nearer hide the farther.
local function sort_drawn()
  for i = 2, #drawn do
    local d, j = drawn[i], i - 1
    while j >= 1 and drawn[j].y > d.y do
      drawn[j + 1] = drawn[j]
      j = j - 1
    end
    drawn[j + 1] = d
  end
end

-- What the inspector leaves.
local function free_width() return love.graphics.getWidth() - (inspect.visible and PANEL or 0) end

local function draw_person(d)
  local figure = d.figure
  if not scenery.light(streets.room_at(figure.x, figure.y)) then return end
  if d.npc == inspect.selected then
    love.graphics.push "all"
    love.graphics.setBlendMode "alpha"
    love.graphics.setColor(1, 0.85, 0.35)
    love.graphics.setLineWidth(2.5)
    love.graphics.ellipse("line", figure.x * M, figure.y * M, 14, 7)
    love.graphics.pop()
  end
  if figure.fallen and not figure:walks() and d.npc.state.buried then
    scenery.draw_grave(figure.x, figure.y)
  else
    figure:draw(M)
  end
end

local function draw_village(left, top, right, bottom)
  for _, d in ipairs(drawn) do
    if d.figure then d.x, d.y = d.figure.x, d.figure.y end
  end
  sort_drawn()
  for _, d in ipairs(drawn) do
    local house = d.front or d.back
    if house then
      if house:is_within(left, top, right, bottom) then scenery.draw(d, time) end
    elseif d.x > left and d.x < right and d.y > top and d.y < bottom then
      if d.figure then draw_person(d) else scenery.draw(d, time) end
    end
  end
end

-- What somebody is heard to say; of talk without words one sees that it goes on, unless from far away.
local function words_of(figure)
  if figure.says then return figure.age < SPEECH and figure.says end
  return figure.talks and camera.zoom > 0.7 and "..."
end

local function draw_words(npc)
  local figure = npc.owner
  local is_selected, words = npc == inspect.selected, words_of(figure)
  if not is_selected and not (words and is_seen(figure)) then return end
  local x, y = camera.screen(figure.x, figure.y)
  y = y - 48 * camera.zoom
  if is_selected then labels.add(npc.name, x, y, "name", 9) end
  if words then labels.add(words, x, y, "says", is_selected and 8 or figure.says and 5 or 4) end
end

-- It does not rain into houses that stand open.
local function draw_rain()
  if rain == 0 then return end
  if scenery.is_open() then
    love.graphics.stencil(scenery.draw_open_houses)
    love.graphics.setStencilTest("equal", 0)
  end
  love.graphics.origin()
  light.draw_rain(rain, time)
  love.graphics.setStencilTest()
end

local fitted -- the zoom that all pictures are ready for

function love.draw()
  if fitted ~= camera.zoom then
    fitted = camera.zoom
    scenery.fit(fitted)
    figures.fit(fitted)
  end
  love.graphics.push "all"
  scenery.draw_ground()
  camera.apply()
  love.graphics.setBlendMode("alpha", "premultiplied")
  local left, top = camera.world(-80, -10)
  local right, bottom = camera.world(love.graphics.getWidth() + 80, love.graphics.getHeight() + 130)
  draw_village(left, top, right, bottom)
  love.graphics.setBlendMode "add"
  scenery.draw_lights(time)
  for _, npc in ipairs(people) do
    if npc.owner.lamp and not npc.owner.away then scenery.draw_lantern(npc.owner) end
  end
  love.graphics.setBlendMode "alpha"
  scenery.draw_smoke(time, left, top, right, bottom)
  love.graphics.setColor(1, 0.95, 0.8, math.max(0, 1 - shout.age))
  love.graphics.setLineWidth(2)
  if shout.age < 1 then love.graphics.circle("line", shout.x * M, shout.y * M, 12 * M * shout.age) end
  draw_rain()
  love.graphics.pop()
  labels.begin()
  hud.draw(free_width())
  if inspect.visible then labels.reserve(free_width(), 0, PANEL, love.graphics.getHeight()) end
  overlay.draw(inspect.selected, is_seen)
  for _, npc in ipairs(people) do draw_words(npc) end
  labels.draw()
  inspect:draw()
end

-- ---- You ----

local KEYS = {
  space = function() paused = not paused end,
  r = function() weather = weather == "sunny" and "rainy" or "sunny" end,
  f = function() feast = not feast end,
  o = function() scenery.all_open = not scenery.all_open end,
  h = function() hud.help = not hud.help end,
  c = function() following = true end,
  ["1"] = function() overlay.areas = not overlay.areas end,
  ["2"] = function() overlay.links = not overlay.links end,
  ["3"] = function() overlay.scenes = not overlay.scenes end,
  ["4"] = function() overlay.plans = not overlay.plans end,
  ["+"] = function() pace = math.min(#PACES, pace + 1) end,
  ["-"] = function() pace = math.max(1, pace - 1) end,
  escape = love.event.quit,
}
KEYS["="], KEYS["kp+"], KEYS["kp-"] = KEYS["+"], KEYS["+"], KEYS["-"]

-- Whom one follows falls dead.
function KEYS.k()
  local npc = inspect.selected
  if npc and npc.owner then npc:set_role "dead" end
end

-- The next of all people, or the one before with Shift.
function KEYS.tab()
  local step, at = love.keyboard.isDown("lshift", "rshift") and -1 or 1, 0
  for i, npc in ipairs(people) do
    if npc == inspect.selected then at = i end
  end
  inspect:select(people[(at - 1 + step) % #people + 1])
  following = true
end

function KEYS.s()
  local x, y = camera.pointer()
  shout.x, shout.y, shout.age = x or camera.x, y or camera.y, 0
  voice:move(shout.x, shout.y)
  world:interrupt("player_shouts", { within = 12, of = voice, from = voice })
end

function love.keypressed(key)
  if not inspect:keypressed(key) and KEYS[key] then KEYS[key]() end
  noted = nil
end

function love.mousepressed(x, y, button)
  if button == 1 and inspect.visible and x >= free_width() then return inspect:mousepressed(x, y) end
  camera.pressed()
end

function love.mousereleased(x, y, button)
  if not camera.released() or button ~= 1 then return end
  inspect:mousepressed(x, y)
  following, noted = true, nil
end

function love.mousemoved(x, y, dx, dy)
  if camera.moved(x, y, dx, dy) then following = false end
end

function love.wheelmoved(_, steps) camera.wheel(steps) end
function love.mousefocus(focus) if not focus then camera.left() end end
