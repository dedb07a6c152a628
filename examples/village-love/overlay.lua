-- What one does not see: areas, links, scenes and plans, each by a key of its own.
local camera = require "camera"
local labels = require "labels"

local graphics = love.graphics

local overlay = { areas = false, links = false, scenes = false, plans = false }

local LINKS = { friend = { 0.45, 0.90, 0.45 }, feud = { 1, 0.35, 0.30 }, spouse = { 1, 0.60, 0.80 },
  parent = { 0.55, 0.75, 1 }, home = { 1, 0.85, 0.4 }, work = { 0.9, 0.7, 0.3 }, tavern = { 0.8, 0.6, 0.9 } }
local BETWEEN = { "friend", "feud", "spouse", "parent" } -- people, shown of everybody
local OWN = { "home", "work", "tavern" } -- shown of whom one follows
local ALL = { "friend", "feud", "spouse", "parent", "home", "work", "tavern" }
local PALETTE = { { 0.95, 0.75, 0.35 }, { 0.55, 0.80, 0.95 }, { 0.75, 0.90, 0.50 }, { 0.95, 0.60, 0.60 },
  { 0.80, 0.70, 0.95 }, { 0.60, 0.90, 0.80 }, { 0.95, 0.70, 0.90 }, { 0.90, 0.88, 0.70 } }

local world, people, font
local areas, links, asked = {}, {}, -1
local groups, group_count = {}, 0

local function spoken(name) return (name:gsub("^.*%.", ""):gsub("_", " ")) end

--- A colour that belongs to a name.
local colours = {}
local function colour_of(name)
  if not colours[name] then
    local sum = 0
    for i = 1, #name do sum = sum * 7 + name:byte(i) end
    colours[name] = PALETTE[sum % #PALETTE + 1]
  end
  return colours[name]
end

function overlay.load(of_world, of_people)
  world, people, font = of_world, of_people, graphics.newFont(12)
  for _, thing in ipairs(world:find()) do
    local boxes = thing:boxes()
    if boxes then areas[#areas + 1] = { thing = thing, box = boxes[1], text = "" } end
  end
  world:on("plan", function(npc, sequence)
    if npc.owner then npc.owner.plan = spoken(sequence or "nothing") end
  end)
  for _, npc in ipairs(people) do
    for _, entry in ipairs(npc:plan() or {}) do
      if entry.why == "open" then npc.owner.plan = spoken(entry.sequence) end
    end
  end
end

-- What may be asked once in a while.
local function ask(selected)
  local now = math.floor(world:now())
  if asked == now and links.of == selected then return end
  asked, links.of = now, selected
  for _, area in ipairs(areas) do
    local name = area.thing.name or spoken(area.thing.kind)
    area.text = ("%s: %d"):format(name, #area.thing:inside())
  end
  local count = 0
  local function add(npc, kind)
    local others, values = npc:links(kind)
    for i, other in ipairs(others) do
      count = count + 1
      links[count] = links[count] or {}
      local l = links[count]
      l.from, l.to, l.kind = npc, other, kind
      l.strength = type(values[i]) == "number" and math.max(0.25, math.min(1, values[i] / 8)) or 0.7
    end
  end
  for _, npc in ipairs(people) do
    if not selected or npc == selected then
      for _, kind in ipairs(BETWEEN) do add(npc, kind) end
    end
  end
  for _, kind in ipairs(selected and selected.owner and OWN or {}) do add(selected, kind) end
  links.count = count
end

local function draw_areas()
  graphics.setLineWidth(1.5)
  for _, area in ipairs(areas) do
    local box = area.box
    local left, top = camera.screen(box.x - box.width / 2, box.y - box.depth / 2)
    local width, height = box.width * 20 * camera.zoom, box.depth * 20 * camera.zoom
    graphics.setColor(0.36, 0.64, 0.82, 0.06)
    graphics.rectangle("fill", left, top, width, height)
    graphics.setColor(0.46, 0.74, 0.92, 0.9)
    graphics.rectangle("line", left, top, width, height)
    labels.add(area.text, left + width / 2, top + 20, "note", 3)
  end
end

local function place_of(thing)
  local at = thing.owner or thing
  return camera.screen(at.x, at.y - (thing.owner and 1 or 0))
end

-- What the colours of the links mean, in a bar below the one at the top.
local function draw_legend(kinds)
  local x, y, high = 15, 36, font:getHeight()
  local width = 2 * 9 - 14
  for _, kind in ipairs(kinds) do width = width + font:getWidth(kind) + 14 end
  labels.reserve(6, y, width, high + 8)
  graphics.setColor(0.13, 0.10, 0.09, 0.8)
  graphics.rectangle("fill", 6, y, width, high + 8, 9)
  for _, kind in ipairs(kinds) do
    graphics.setColor(LINKS[kind])
    graphics.print(kind, font, x, y + 4)
    x = x + font:getWidth(kind) + 14
  end
end

local function draw_links()
  draw_legend(links.of and ALL or BETWEEN)
  graphics.setLineStyle "rough"
  graphics.setLineWidth(2)
  for i = 1, links.count do
    local l = links[i]
    local x1, y1 = place_of(l.from)
    local x2, y2 = place_of(l.to)
    local c = LINKS[l.kind]
    graphics.setColor(c[1], c[2], c[3], links.of and 0.9 or l.strength * 0.7)
    graphics.line(x1, y1, x2, y2)
    if links.of then labels.add(l.kind, (x1 + x2) / 2, (y1 + y2) / 2 + 8, "note", 2) end
  end
  graphics.setLineStyle "smooth"
end

-- The members of each scene that goes on.
local function gather()
  group_count = 0
  for _, npc in ipairs(people) do
    local figure = npc.owner
    if figure.scene then
      local group
      for i = 1, group_count do
        if groups[i].number == figure.scene_number then group = groups[i] end
      end
      if not group then
        group_count = group_count + 1
        groups[group_count] = groups[group_count] or {}
        group = groups[group_count]
        group.number, group.name, group.count = figure.scene_number, figure.scene, 0
        group.x, group.y, group.top = 0, 0, 1e9
      end
      group.count = group.count + 1
      group.x, group.y, group.top = group.x + figure.x, group.y + figure.y, math.min(group.top, figure.y)
      group[group.count] = npc
    end
  end
end

local function draw_scenes()
  gather()
  graphics.setLineWidth(2)
  for i = 1, group_count do
    local group = groups[i]
    local c = colour_of(group.name)
    local x, y = camera.screen(group.x / group.count, group.y / group.count)
    graphics.setColor(c[1], c[2], c[3], 0.9)
    for member = 1, group.count do
      local figure = group[member].owner
      local fx, fy = camera.screen(figure.x, figure.y)
      graphics.line(x, y, fx, fy)
      graphics.ellipse("line", fx, fy, 13 * camera.zoom, 6 * camera.zoom)
    end
    labels.add(spoken(group.name), x, select(2, camera.screen(0, group.top)) - 52 * camera.zoom, "name", 4)
  end
end

local function draw_plans(is_seen)
  for _, npc in ipairs(people) do
    local figure = npc.owner
    if figure.plan and is_seen(figure) then
      local x, y = camera.screen(figure.x, figure.y)
      local c = colour_of(figure.plan)
      graphics.setColor(c)
      graphics.circle("fill", x, y - 50 * camera.zoom, 4)
      labels.add(figure.plan, x, y - 52 * camera.zoom, "note", 1)
    end
  end
end

--- Draws what is wanted, in points of the window; `is_seen` says whether one sees a figure.
function overlay.draw(selected, is_seen)
  if overlay.areas or overlay.links then ask(selected) end
  if overlay.areas then draw_areas() end
  if overlay.links then draw_links() end
  if overlay.scenes then draw_scenes() end
  if overlay.plans then draw_plans(is_seen) end
end

return overlay
