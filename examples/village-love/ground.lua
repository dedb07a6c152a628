-- The ground of the village, drawn once: grass, fields, and paths where people walk from door to door.
local streets = require "examples.love.streets"

local graphics = love.graphics

local ground = {}

local M = 20 -- points to a metre
local GRASS, LAWN, SOIL, DIRT, FENCE = { 0.50, 0.62, 0.36 }, { 0.54, 0.68, 0.38 }, { 0.47, 0.36, 0.25 },
  { 0.74, 0.64, 0.48 }, { 0.45, 0.34, 0.24 }
local FLOWERS = { { 0.95, 0.90, 0.55 }, { 0.92, 0.92, 0.95 }, { 0.85, 0.55, 0.60 } }
local CROPS = { { 0.58, 0.62, 0.28 }, { 0.42, 0.54, 0.26 } }

local function colour(c, shade, alpha) graphics.setColor(c[1] * shade, c[2] * shade, c[3] * shade, alpha or 1) end

-- ---- Paths ----

local ROAD, PATH = 30, 13 -- half their widths, in points

-- Treads a straight piece. Who walks keeps to it, as a step elsewhere costs more.
local function tread_piece(trodden, x, y, to_x, to_y, size)
  local steps = math.ceil(math.max(math.abs(to_x - x), math.abs(to_y - y), 0.1) * 2)
  for step = 0, steps do
    local px, py = x + (to_x - x) * step / steps, y + (to_y - y) * step / steps
    trodden[#trodden + 1] = { x = px, y = py, size = size }
    local reach = size == ROAD and 1 or 0
    for dx = -reach, reach do
      for dy = -reach, reach do streets.wear(px + dx, py + dy) end
    end
  end
end

--- Roads along lines of points, then paths from places to a place, along the roads where that is shorter.
function ground.tread(roads, places, to_x, to_y)
  local trodden, way = {}, {}
  for _, road in ipairs(roads) do
    for i = 1, #road - 3, 2 do tread_piece(trodden, road[i], road[i + 1], road[i + 2], road[i + 3], ROAD) end
  end
  for _, place in ipairs(places) do
    local x, y = place[1], place[2]
    for i = 1, streets.way(x, y, to_x, to_y, way) or 0 do
      tread_piece(trodden, x, y, way[2 * i - 1], way[2 * i], PATH)
      x, y = way[2 * i - 1], way[2 * i]
    end
  end
  return trodden
end

local function draw_paths(list, chance)
  for layer = 1, 2 do
    for _, spot in ipairs(list) do
      colour(DIRT, layer == 1 and 0.86 or 0.98 + chance:random() * 0.02)
      local size = spot.size + (layer == 1 and 3 or 0)
      local x, y = spot.x * M + chance:random() * 5 - 2.5, spot.y * M + chance:random() * 5 - 2.5
      graphics.ellipse("fill", x, y, size, size * 0.85)
    end
  end
  for _, spot in ipairs(list) do
    if chance:random() < 0.3 then
      colour(DIRT, 0.82 + chance:random() * 0.3)
      graphics.ellipse("fill", spot.x * M + chance:random() * 20 - 10, spot.y * M + chance:random() * 14 - 7, 2.4, 1.5)
    end
  end
end

-- ---- Grass and fields ----

local function draw_grass(width, height, chance)
  graphics.clear(GRASS[1], GRASS[2], GRASS[3])
  for _ = 1, 260 do
    colour(GRASS, 0.92 + chance:random() * 0.16, 0.25)
    local size = 60 + chance:random() * 160
    graphics.ellipse("fill", chance:random() * width, chance:random() * height, size, size * 0.6)
  end
  graphics.setLineWidth(1.5)
  for _ = 1, 5200 do
    local x, y, shade = chance:random() * width, chance:random() * height, 0.86 + chance:random() * 0.3
    colour(GRASS, shade)
    graphics.line(x - 3, y - 5, x, y, x + 2, y - 6)
  end
  for _ = 1, 420 do
    colour(FLOWERS[chance:random(#FLOWERS)], 1)
    local x, y = chance:random() * width, chance:random() * height
    for i = 1, 3 do graphics.circle("fill", x + i * 7 % 11, y + i * 5 % 8, 1.8) end
  end
end

local function draw_field(box, chance)
  local left, top, wide, deep = (box.x - box.width / 2) * M, (box.y - box.depth / 2) * M, box.width * M, box.depth * M
  colour(SOIL, 0.85)
  graphics.rectangle("fill", left - 6, top - 6, wide + 12, deep + 12, 26)
  colour(SOIL, 1.05)
  graphics.rectangle("fill", left, top, wide, deep, 22)
  for y = top + 12, top + deep - 8, 16 do
    colour(SOIL, 0.82)
    graphics.rectangle("fill", left + 8, y, wide - 16, 5, 2)
    local crop = math.floor((y - top) / 160) % 3
    if crop > 0 then
      for x = left + 12, left + wide - 14, 7 do
        colour(CROPS[crop], 0.85 + chance:random() * 0.3)
        local lean, tall = chance:random() * 4 - 2, 6 + chance:random() * 5
        graphics.polygon("fill", x - 2.5, y + 1, x + 2.5, y + 1, x + lean, y - tall)
      end
    end
  end
end

local function draw_lawn(box, chance)
  colour(LAWN, 1)
  graphics.ellipse("fill", box.x * M, box.y * M, box.width * M / 2 + 10, box.depth * M / 2 + 10)
  for _ = 1, 500 do
    local angle, far = chance:random() * 2 * math.pi, math.sqrt(chance:random())
    local x = box.x * M + math.cos(angle) * far * box.width * M / 2
    local y = box.y * M + math.sin(angle) * far * box.depth * M / 2
    colour(LAWN, 0.93 + chance:random() * 0.14)
    graphics.ellipse("fill", x, y, 7, 3)
  end
end

-- A fence with a gap in the middle of the south side.
local function draw_yard(box)
  local left, top, wide, deep = (box.x - box.width / 2) * M, (box.y - box.depth / 2) * M, box.width * M, box.depth * M
  colour(GRASS, 0.86)
  graphics.rectangle("fill", left, top, wide, deep, 10)
  for _, y in ipairs { top, top + deep } do
    for x = left, left + wide, 14 do
      if y == top or math.abs(x - left - wide / 2) > 24 then
        colour(FENCE, 1)
        graphics.rectangle("fill", x - 2, y - 14, 4, 16, 1)
        if x < left + wide - 7 and (y == top or math.abs(x + 14 - left - wide / 2) > 24) then
          graphics.rectangle("fill", x, y - 10, 14, 3)
        end
      end
    end
  end
  for _, x in ipairs { left, left + wide } do
    colour(FENCE, 0.9)
    graphics.rectangle("fill", x - 1.5, top - 10, 3, deep)
    for y = top, top + deep, 14 do graphics.rectangle("fill", x - 2, y - 14, 4, 16, 1) end
  end
end

local DRAWN = { green = draw_lawn, churchyard = draw_yard, west_field = draw_field, east_field = draw_field }

--- The picture: of so many metres, with areas that lie open, and with paths.
function ground.draw(columns, rows, areas, paths)
  local chance, canvas = love.math.newRandomGenerator(3), graphics.newCanvas(columns * M, rows * M)
  graphics.push "all"
  graphics.reset()
  graphics.setCanvas(canvas)
  draw_grass(columns * M, rows * M, chance)
  for _, area in ipairs(areas) do
    if DRAWN[area.kind] then DRAWN[area.kind](area:boxes()[1], chance) end
  end
  draw_paths(paths, chance)
  graphics.pop()
  return graphics.newImage(canvas:newImageData(), { mipmaps = true })
end

return ground
