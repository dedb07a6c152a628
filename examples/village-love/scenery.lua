-- The village without its people: ground, houses, what stands in them, where people stand at it, light.
local backdrop = require "backdrop"
local ground = require "ground"
local houses = require "houses"
local light = require "examples.love.light"
local paint = require "examples.love.paint"
local smoke = require "smoke"
local places = require "examples.love.spots"
local streets = require "examples.love.streets"
local things = require "examples.love.things"

local graphics = love.graphics
local M, WIDTH, HEIGHT = 20, 160, 100 -- points to a metre; metres

local scenery = { metre = M, width = WIDTH, height = HEIGHT, houses = {}, drawn = {} }

-- Where people stand, in metres from the thing, and the squares that it takes up.
local AROUND = { { 0, 1 }, { -1.2, 0.3 }, { 1.2, 0.3 }, { -0.8, -0.8 }, { 0.8, -0.8 } }
local spots = places.new {
  chair = { { 0, 0.05 } }, stool = { { 0, 0.05 } }, bench = { { -0.55, 0.1 }, { 0.55, 0.1 } },
  pew = { { -1, 0.05 }, { 0, 0.05 }, { 1, 0.05 } }, bed = { { 0, -0.4 } }, table = AROUND, card_table = AROUND,
  bar = { { 0, 1.2 }, { -1.5, 1.2 }, { 1.5, 1.2 }, { -2.6, 1.3 }, { 2.6, 1.3 } },
  barrel = { { 0, 0.8 }, { -0.9, 0.4 }, { 0.9, 0.4 } }, hearth = { { 0, 1 }, { -0.9, 0.9 }, { 0.9, 0.9 } },
  oven = { { 0, 1.1 }, { -1, 1.1 }, { 1, 1.1 } }, anvil = { { -0.8, 0.4 }, { 0.8, 0.4 } },
  altar = { { 0, -0.9 }, { 0, 1.4 }, { -1.2, 1.4 }, { 1.2, 1.4 } }, furrow = { { 0, 0 }, { 1.4, 0.6 }, { -1.4, 0.8 } },
  well = { { 0, 1.3 }, { -1.5, 0.6 }, { 1.5, 0.6 }, { -1.4, -0.6 }, { 1.4, -0.6 } },
  tree = { { -0.9, 0.6 }, { 0.9, 0.6 }, { 0, 1.1 }, { -1.7, 0.9 } }, guard_post = { { -0.9, 0.3 }, { 0.9, 0.3 } },
  dance_floor = { { -1.9, 0 }, { 1.9, 0 }, { -0.9, 1.3 }, { 0.9, 1.3 }, { -0.9, -1.1 }, { 0.9, -1.1 }, { 0, 0.1 } },
  grave = { { 0, 0.9 }, { -0.9, 0.9 }, { 0.9, 0.9 } },
}
local BEHIND = { bar = -0.9 } -- for those who work there
local KEEPERS = { innkeeper = true, server = true }
local BLOCKS = { table = { 0, 0, 0, 0 }, card_table = { 0, 0, 0, 0 }, bar = { -2, 0, 2, 0 }, barrel = { 0, 0, 0, 0 },
  hearth = { -1, -1, 1, 0 }, oven = { -1, -1, 1, 0 }, anvil = { 0, 0, 0, 0 }, altar = { -1, 0, 1, 0 },
  well = { -1, -1, 1, 0 }, tree = { 0, 0, 0, 0 }, guard_post = { 0, 0, 0, 0 }, pew = { -1, 0, 1, 0 },
  grave = { 0, 0, 0, 0 } }
-- x, y, x, y and so on: the high street, the lane of the cottages, and what leads to them.
local ROADS = {
  { 31, 52, 134, 52 }, { 12, 96, 142, 96 }, { 31, 38, 31, 78, 27, 84, 27, 96 }, { 0, 80, 30, 80 },
  { 64, 52, 69, 84, 69, 96 }, { 98, 52, 98, 96 }, { 122, 0, 122, 52, 121, 84, 125, 96 }, { 122, 34, 138, 30 },
  { 122, 34, 104, 30 }, { 121, 84, 132, 82 }, { 64, 52, 64, 26, 58, 26 },
}
local BELOW = { chair = 0.02, stool = 0.02, bench = 0.02, bed = 0.8, dance_floor = 4 } -- drawn before who is on them

local sheet, column, extents, picture
local quads, shining = {}, {}
-- What burns: how high above the ground, how wide it shines, in points, and how much it flickers.
local FIRES = { hearth = { 4, 90, 0.05 }, oven = { 2, 90, 0.05 }, altar = { 34, 80, 0 }, table = { 18, 58, 0 },
  card_table = { 18, 58, 0 }, bar = { 26, 76, 0 } }

-- What stands somewhere, as what is drawn of it.
local function add_thing(thing)
  local b = BLOCKS[thing.kind]
  if b then
    local x, y = math.floor(thing.x + 0.5), math.floor(thing.y + 0.5)
    streets.block(x + b[1], y + b[2], x + b[3], y + b[4])
  end
  local room = streets.room_at(thing.x, thing.y)
  if not column[thing.kind] or thing.kind == "dance_floor" and room == 0 then return end -- one dances on the grass
  local drawn = { thing = thing, x = thing.x, y = thing.y - (BELOW[thing.kind] or 0),
    quad = quads[thing.kind], extent = extents[column[thing.kind] + 1], room = room,
    sways = thing.kind == "tree", burns = FIRES[thing.kind] }
  scenery.drawn[#scenery.drawn + 1] = drawn
  if drawn.burns then shining[#shining + 1] = drawn end
end

-- From all doors, and from what lies open, to the middle of the village.
local function tread_paths(areas)
  local from = {}
  for _, area in ipairs(areas) do
    local box = area:boxes()[1]
    local side = area.x < WIDTH / 2 and 1 or -1
    from[#from + 1] = box.depth > box.width and { area.x + side * box.width / 2, area.y } or { area.x, area.y }
  end
  for _, house in ipairs(scenery.houses) do from[#from + 1] = { (house.left + house.right) / 2, house.bottom + 1 } end
  return ground.tread(ROADS, from, WIDTH / 2, HEIGHT / 2 + 2)
end

local function lies_in(areas, x, y)
  for _, area in ipairs(areas) do
    local box = area:boxes()[1]
    if math.abs(x - box.x) < box.width / 2 + 2 and math.abs(y - box.y) < box.depth / 2 + 2 then return true end
  end
  return false
end

-- Trees that are only to be seen, where nothing else is: many at the edge, few within.
local function plant_trees(areas)
  local chance = love.math.newRandomGenerator(11)
  for _ = 1, 1500 do
    local x, y = 1 + chance:random() * (WIDTH - 2), 3 + chance:random() * (HEIGHT - 3)
    local edge = math.min(x, y, WIDTH - x, HEIGHT - y)
    if chance:random() < math.max(0.05, 1.6 / (edge * edge)) and streets.is_wild(x, y, 2)
      and not lies_in(areas, x, y) then
      streets.block(math.floor(x + 0.5), math.floor(y + 0.5), math.floor(x + 0.5), math.floor(y + 0.5))
      scenery.drawn[#scenery.drawn + 1] = { x = x, y = y, quad = quads.tree, extent = extents[column.tree + 1],
        room = 0, sways = true, size = 0.75 + chance:random() * 0.5 }
    end
  end
end

-- Bushes along the fronts, beside the doors.
local function plant_bushes(house)
  local middle = (house.left + house.right) / 2
  for x = house.left + 0.7, house.right - 0.5, 1.9 do
    if math.abs(x - middle) > house.style.wide / 2 + 1.4 then
      scenery.drawn[#scenery.drawn + 1] = { x = x, y = house.bottom + 0.1 + x * 7 % 3 / 12, quad = quads.bush,
        extent = extents[column.bush + 1], room = 0, size = 0.75 + x * 5 % 4 / 9 }
    end
  end
end

--- Builds the village of a world.
function scenery.load(world)
  streets.open(WIDTH, HEIGHT, true)
  sheet, column, extents = things.sheet(things.kinds())
  for kind, at in pairs(column) do
    local e = extents[at + 1]
    quads[kind] = graphics.newQuad(at * things.WIDTH + e.left, e.top, e.width, e.height, sheet:getDimensions())
  end
  for number, building in ipairs(world:find { tag = "building" }) do
    local house = houses.new(building, number)
    scenery.houses[number] = house
    scenery.drawn[#scenery.drawn + 1] = { back = house, x = house.left, y = house.top, room = 0 }
    scenery.drawn[#scenery.drawn + 1] = { front = house, x = house.left, y = house.y, room = 0 }
  end
  local areas = {}
  for _, thing in ipairs(world:find()) do
    if thing:boxes() and streets.room_at(thing.x, thing.y) == 0 then areas[#areas + 1] = thing end
    add_thing(thing)
  end
  picture = ground.draw(WIDTH, HEIGHT, areas, tread_paths(areas))
  plant_trees(areas)
  for _, house in ipairs(scenery.houses) do
    if house.style.timber then plant_bushes(house) end
  end
end

--- The house that somebody at a point is in, or nil.
function scenery.house_at(x, y) return scenery.houses[streets.room_at(x, y)] end

local function spot_in(thing)
  local box = thing:boxes()
  local far = math.min(box[1].width, box[1].depth) * 0.35
  return streets.free_near(thing.x, thing.y, math.max(1, far * love.math.random()))
end

--- Where somebody stands at a thing, in a place or beside a person; the last spot is given up.
function scenery.spot(thing, who)
  if thing.owner == nil and thing:boxes() then
    spots:leave(who)
    return spot_in(thing)
  elseif BEHIND[thing.kind] and KEEPERS[who.kind] then
    spots:leave(who)
    return thing.x + love.math.random() * 2 - 1, thing.y + BEHIND[thing.kind]
  end
  return spots:take(thing, who)
end

-- ---- Light ----

local red, green, blue = 1, 1, 1
scenery.darkness, scenery.rain = 0, 0

--- Sets hour and rain, and opens the houses that are looked at.
function scenery.update(dt, hour, rain, look_x, look_y, followed_house)
  red, green, blue = light.tint(hour, rain)
  scenery.darkness, scenery.rain = light.darkness(red), rain
  for _, house in ipairs(scenery.houses) do
    local looked_at = scenery.all_open or house == followed_house or look_x and house:covers(look_x, look_y)
    house:update(dt, looked_at, scenery.darkness)
  end
end

--- Sets the light in a room, 0 being out of doors. Returns false if one does not see into it.
function scenery.light(room)
  local house = scenery.houses[room]
  if not house then
    graphics.setColor(red, green, blue)
    return true
  end
  if house.open == 0 then return false end
  local lit = house.lit
  graphics.setColor(red + (1 - red) * lit, green + (0.88 - green) * lit, blue + (0.68 - blue) * lit)
  return true
end

--- Draws the ground, in points of the window.
function scenery.draw_ground()
  graphics.setColor(red, green, blue)
  backdrop.draw(picture)
end

--- Makes ready to be drawn at a zoom.
function scenery.fit(zoom)
  for _, house in ipairs(scenery.houses) do house:fit(zoom) end
  paint.fit(sheet, zoom)
end

--- Draws a grave where somebody was buried.
function scenery.draw_grave(x, y)
  local extent = extents[column.grave + 1]
  graphics.draw(sheet, quads.grave, x * M, y * M, 0, 1, 1, things.X - extent.left, things.Y - extent.top)
end

--- Draws one of `drawn`.
function scenery.draw(drawn, time)
  if drawn.front then return drawn.front:draw_outside(red, green, blue) end
  if drawn.back then
    if scenery.light(drawn.back.number) then drawn.back:draw_inside() end
    return
  end
  if not scenery.light(drawn.room) then return end
  local lean = drawn.sways and math.sin(time + drawn.x) * 0.015 * (1 + scenery.rain) or 0
  local size, at, extent = drawn.size or 1, drawn.thing or drawn, drawn.extent
  graphics.draw(sheet, drawn.quad, at.x * M, at.y * M, 0, size, size, things.X - extent.left, things.Y - extent.top,
    lean)
end

--- Whether one sees into a room.
function scenery.is_open()
  for _, house in ipairs(scenery.houses) do
    if house.open > 0.5 then return true end
  end
  return false
end

--- The rooms that one sees into, as far as the walls go.
function scenery.draw_open_houses()
  for _, house in ipairs(scenery.houses) do
    if house.open > 0.5 then
      local high = house.style.high
      graphics.rectangle("fill", house.left * M, house.top * M - high, house.wide, house.deep + high)
    end
  end
end

--- Smoke over the houses in which somebody is awake, in the blend mode "alpha".
function scenery.draw_smoke(time, left, top, right, bottom)
  local shade = 0.35 + 0.55 * green
  for _, house in ipairs(scenery.houses) do
    local thick = house.smoke and house.heat * (1 - house.open) or 0
    if thick > 0 and house:is_within(left, top, right, bottom) then
      smoke.draw(house.left * M + house.smoke.x, house.top * M + house.smoke.y, thick, shade, time)
    end
  end
end

-- What burns below an open roof, and flickers.
local function draw_fires(time)
  for i, drawn in ipairs(shining) do
    local house, fire = scenery.houses[drawn.room], drawn.burns
    local shine = house and house.open * house.lit * (0.34 + fire[3] * math.sin(time * 9 + i * 2.1)) or 0
    if shine > 0 then
      graphics.setColor(1, 1, 1, shine)
      light.draw_glow(drawn.x * M, drawn.y * M - fire[1], fire[2])
    end
  end
end

--- The lantern of a figure, in the blend mode "add".
function scenery.draw_lantern(figure)
  graphics.setColor(1, 1, 1, 0.6 * scenery.darkness)
  light.draw_glow(figure.x * M - figure.facing * 7, figure.y * M - 10, 56)
end

--- What shines, in the blend mode "add".
function scenery.draw_lights(time)
  if scenery.darkness == 0 then return end
  draw_fires(time)
  for _, house in ipairs(scenery.houses) do
    local shine = house.lit * (1 - house.open) * 0.7
    if shine > 0 then
      graphics.setColor(1, 1, 1, shine)
      for _, window in ipairs(house.windows) do
        light.draw_glow(house.left * M + window.x, house.top * M + window.y + 6, 34)
      end
    end
  end
end

return scenery
