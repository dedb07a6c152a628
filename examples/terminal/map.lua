-- A place with buildings as a map of letters that follows one of its people, and in words who does what: a metre is as
-- wide as a letter, two are as high. As large as the terminal; where all of the place fits, it need not follow.
local activity = require "examples.demo.activity"
local canvas = require "examples.terminal.canvas"
local record = require "examples.demo.record"
local screen = require "examples.terminal.screen"

local map = {}

local Map = {}
Map.__index = Map

local COLUMNS, LINES = 80, 28 -- if nobody says otherwise
local NEWS, SEEN = 3, 3 -- lines of the log, and of who is in sight

-- What stands about, and its colour. Of all else that stands somewhere there is nothing to see.
local LOOKS = {
  chair = { "∙", 137 }, stool = { "∙", 137 }, bench = { "=", 137 }, pew = { "=", 137 }, table = { "■", 137 },
  card_table = { "■", 71 }, bar = { "▬", 137 }, barrel = { "●", 137 }, bed = { "▪", 103 }, hearth = { "▲", 166 },
  oven = { "▲", 166 }, anvil = { "┬", 250 }, altar = { "┼", 250 }, well = { "○", 74 }, tree = { "♣", 28 },
  grave = { "†", 246 }, guard_post = { "¶", 68 },
}
local WALL, LIT, DARK = 180, 221, 240 -- by day; by night where somebody is awake, and where nobody is
local GRASS, FURROW, GREEN, RAIN = 238, 94, 28, 67
local NIGHT = { from = 20, to = 6 } -- hours

local function of_256(colour) return "38;5;" .. colour end

-- ---- What there is ----

local function set_of(entities)
  local set = {}
  for _, entity in ipairs(entities) do set[entity.id] = true end
  return set
end

-- Areas by their looks: buildings have walls; what is ploughed, and what is green.
local function areas_of(world)
  local buildings, fields = set_of(world:find { tag = "building" }), set_of(world:find { tag = "field" })
  local areas = {}
  for _, entity in ipairs(world:find()) do
    local boxes = entity:boxes()
    if boxes then
      areas[#areas + 1] = { entity = entity, boxes = boxes, walls = buildings[entity.id],
        field = fields[entity.id] }
    end
  end
  return areas
end

--- A map of a scene.
-- @tparam[opt] number columns of the terminal
-- @tparam[opt] number lines
function map.new(scene, columns, lines)
  local things = scene.world:find { tag = "seat" } -- these first: what stands on the same letter is more to look at
  local seats = set_of(things)
  for _, entity in ipairs(scene.world:find()) do
    if not seats[entity.id] then things[#things + 1] = entity end
  end
  columns, lines = math.max(columns or COLUMNS, 50), math.max(lines or LINES, 20)
  return setmetatable({ scene = scene, areas = areas_of(scene.world), things = things,
    actions = screen.actions_of(scene.world), amounts = activity.of_actions(scene.world), columns = columns,
    wide = math.min(columns - 2, scene.width), high = math.min(lines - 6 - NEWS - SEEN, math.ceil(scene.height / 2)),
    left = 0, top = 0 }, Map)
end

-- ---- Where one looks ----

-- The first letter that is seen, where not all fit: as before, unless who is followed comes near the edge.
local function follow(first, fits, all, at)
  if at < first + fits / 4 or at >= first + fits * 3 / 4 then first = math.floor(at - fits / 2) end
  return math.max(0, math.min(first, all - fits))
end

local function cell_of(self, x, y) return math.floor(x) - self.left + 1, math.floor(y / 2) - self.top + 1 end

local function in_sight(self, x, y)
  local column, row = cell_of(self, x, y)
  return column >= 1 and column <= self.wide and row >= 1 and row <= self.high
end

-- ---- Drawing ----

local function is_night(hour) return hour >= NIGHT.from or hour < NIGHT.to end

-- Grass grows, and rain falls, where a sum of numbers says so: the same at each look.
local function draw_ground(self, drawn)
  local rains = self.scene.world.env.weather == "rainy"
  local moment = math.floor(self.scene.time * 5)
  for row = 1, self.high do
    for column = 1, self.wide do
      local x, y = column + self.left, row + self.top
      local number = (x * 7919 + y * 104729 + x * y * 31) % 97
      if rains and (x * 31 + y * 17 + moment * 13 + x * y) % 11 == 0 then drawn:put(column, row, "'", of_256(RAIN))
      elseif number < 7 then drawn:put(column, row, number < 4 and "." or ",", of_256(GRASS)) end
    end
  end
end

local function box_of(self, box)
  local left, top = cell_of(self, box.x - box.width / 2, box.y - box.depth / 2)
  local right, bottom = cell_of(self, box.x + box.width / 2 - 0.5, box.y + box.depth / 2 - 0.5)
  return left, top, right, bottom
end

local function fill(drawn, left, top, right, bottom, letter_at, colour)
  for row = top, bottom do
    for column = left, right do
      local letter = letter_at(column, row)
      if letter then drawn:put(column, row, letter, colour) end
    end
  end
end

-- As much of a name as fits on a wall: "the watch house", "watch house", "watch".
local function short(name, width)
  local shown = name:gsub("^the ", "")
  while canvas.length(shown) > width and shown:find " " do shown = shown:gsub(" %S*$", "") end
  return canvas.cut(shown, width)
end

-- The walls stand around the area; the door is in the middle of the south side.
local function draw_building(drawn, name, left, top, right, bottom, colour)
  local width = right - left + 1
  fill(drawn, left, top, right, bottom, function() return " " end)
  for row = top, bottom do
    drawn:put(left - 1, row, "│", colour)
    drawn:put(right + 1, row, "│", colour)
  end
  drawn:put(left - 1, top - 1, "┌" .. ("─"):rep(width) .. "┐", colour)
  drawn:put(left - 1, bottom + 1, "└" .. ("─"):rep(width) .. "┘", colour)
  drawn:put(left + math.floor(width / 2) - 1, bottom + 1, "  ", colour)
  local shown = short(name, width)
  drawn:put(left + math.floor((width - canvas.length(shown)) / 2), top - 1, shown, "1")
end

local function draw_areas(self, drawn, awake)
  local night = is_night(self.scene.world:clock().hour)
  for _, area in ipairs(self.areas) do
    for _, box in ipairs(area.boxes) do
      local left, top, right, bottom = box_of(self, box)
      if area.walls then
        local colour = not night and WALL or awake[area.entity.id] and LIT or DARK
        draw_building(drawn, area.entity.name or "", left, top, right, bottom, of_256(colour))
      elseif area.field then
        fill(drawn, left, top, right, bottom, function(_, row) return row % 2 == 0 and "≈" or "-" end, of_256(FURROW))
      else
        fill(drawn, left, top, right, bottom, function(column, row)
          return (column + self.left + (row + self.top) * 2) % 5 == 0 and "\"" or nil
        end, of_256(GREEN))
      end
    end
  end
end

local function amount_of(self, npc) return self.amounts[npc.action] or activity.rest end

-- Who is to be seen, with where, and the areas in which somebody is awake.
local function look(self)
  local seen, awake = {}, {}
  for _, npc in ipairs(self.scene.people) do
    local x, y
    if npc.alive then x, y = screen.position(npc, self.actions) end
    if x then
      local amount = amount_of(self, npc)
      if in_sight(self, x, y) then seen[#seen + 1] = { npc = npc, x = x, y = y, amount = amount } end
      if npc.area and amount ~= activity.sleep and amount ~= activity.walk then awake[npc.area.id] = true end
    end
  end
  return seen, awake
end

local function draw(self, hero, seen, awake)
  local drawn = canvas.new(self.wide, self.high)
  draw_ground(self, drawn)
  draw_areas(self, drawn, awake)
  for _, entity in ipairs(self.things) do
    local looks = LOOKS[entity.kind]
    if looks then
      local column, row = cell_of(self, entity.x, entity.y)
      drawn:put(column, row, looks[1], of_256(looks[2]))
    end
  end
  for _, one in ipairs(seen) do
    local column, row = cell_of(self, one.x, one.y)
    drawn:put(column, row, one.npc.name:sub(1, 1), "1;" .. of_256(one.amount.terminal))
  end
  for _, one in ipairs(seen) do
    if one.npc == hero then
      local column, row = cell_of(self, one.x, one.y)
      drawn:put(column, row, "@", "1;7")
    end
  end
  return drawn
end

-- ---- Words ----

-- What somebody does, in a word or two: together with others, by the name of that.
local function deed_of(npc)
  if npc.scene then return record.spoken(npc.scene.name) end
  return record.spoken(npc.action or "think")
end

--- What somebody does, with whom and where.
function map.sentence(npc)
  local words = deed_of(npc)
  if npc.scene then
    local others = {}
    for _, member in ipairs(npc.scene.members) do
      if member.npc ~= npc then others[#others + 1] = member.npc.name end
    end
    if #others > 0 then words = words .. " with " .. table.concat(others, ", ") end
  end
  return npc.area and npc.area.name and ("%s (%s)"):format(words, npc.area.name) or words
end

-- Words one after the other in so many lines of a width; what does not fit is left out.
-- @tparam {table,...} words `{ text=, colour= }`
local function flow(words, width, lines, coloured)
  local made, line, length = {}, {}, 0
  for _, word in ipairs(words) do
    local needs = canvas.length(word.text)
    if length > 0 and length + 3 + needs > width then
      made[#made + 1], line, length = table.concat(line, "   "), {}, 0
      if #made == lines then return made end
    end
    local text = canvas.cut(word.text, width)
    line[#line + 1] = coloured and canvas.painted(text, word.colour) or text
    length = length + needs + (length > 0 and 3 or 0)
  end
  made[#made + 1] = table.concat(line, "   ")
  for i = #made + 1, lines do made[i] = "" end
  return made
end

-- "drink: Gregor, Piers", those first whom most are at. All ways are alike.
local function deeds(seen)
  local list, by_deed = {}, {}
  for _, one in ipairs(seen) do
    local deed = one.amount == activity.walk and one.amount.short or deed_of(one.npc)
    local group = by_deed[deed]
    if not group then
      group = { deed = deed, names = {}, colour = of_256(one.amount.terminal) }
      by_deed[deed], list[#list + 1] = group, group
    end
    group.names[#group.names + 1] = one.npc.name
  end
  table.sort(list, function(a, b) return #a.names > #b.names or #a.names == #b.names and a.deed < b.deed end)
  for i, group in ipairs(list) do
    list[i] = { text = ("%s: %s"):format(group.deed, table.concat(group.names, ", ")), colour = group.colour }
  end
  return list
end

-- How many do what, with the colours of the map.
local function legend(self)
  local counts, words = {}, {}
  for _, npc in ipairs(self.scene.people) do
    if npc.alive then
      local amount = amount_of(self, npc)
      counts[amount] = (counts[amount] or 0) + 1
    end
  end
  for _, amount in ipairs(activity.LIST) do
    if counts[amount] then
      words[#words + 1] = { text = ("%d %s"):format(counts[amount], amount.short),
        colour = "1;" .. of_256(amount.terminal) }
    end
  end
  return words
end

--- A frame. On a terminal it takes the place of the last one.
function Map:frame(hero, news, coloured)
  local scene, lines = self.scene, {}
  local finish = coloured and "\27[K" or ""
  local function add(text) lines[#lines + 1] = text .. finish end
  local x, y = hero.x, hero.y
  if hero.alive then x, y = screen.position(hero, self.actions) end
  if x then
    self.left = follow(self.left, self.wide, scene.width, x)
    self.top = follow(self.top, self.high, math.ceil(scene.height / 2), y / 2)
  end
  local seen, awake = look(self)
  local drawn = draw(self, hero, seen, awake)
  local now = ("%s %s, %s"):format(scene:weekday(), scene:clock(), scene.world.env.weather)
  local doing = hero.alive and map.sentence(hero) or "gone"
  add(canvas.cut(("%s   the %s, %d people   @ %s: %s"):format(now, scene.name, #scene.people, hero.name, doing),
    self.columns))
  add("┌" .. ("─"):rep(self.wide) .. "┐")
  for row = 1, self.high do add("│" .. drawn:line(row, coloured) .. "│") end
  local keys = coloured and "─ n p: follow others   + -: pace   q: end " or ""
  add("└" .. keys .. ("─"):rep(self.wide - canvas.length(keys)) .. "┘")
  add(flow(legend(self), self.columns, 1, coloured)[1])
  for _, line in ipairs(flow(deeds(seen), self.columns, SEEN, coloured)) do add(line) end
  for i = #news - NEWS + 1, #news do add(canvas.cut(news[i] or "", self.columns)) end
  return (coloured and "\27[H" or "") .. table.concat(lines, "\n") .. "\n\n"
end

return map
