--- Where entities are, and how far they reach: positions that are pushed, static, asked for, or none (S10, S68), and
-- areas (S67).
local fields = require "bustle.author.content.fields"
local keys = require "bustle.common.keys"

local areas = {}

local MOST_BOXES = 8

local CURE = "write area = { width = 20, depth = 14 }, or a list of such boxes"

-- ---- Boxes ----

local function add_box(report, value, spot, list)
  local given = fields.read(value, fields.OPTIONS.box, report, spot)
  if type(value) ~= "table" then return end
  for _, side in ipairs { "width", "depth" } do
    if value[side] == nil then
      return report { code = "bad-area", spot = spot, text = ("it has no %s"):format(side), cure = CURE }
    end
  end
  list[#list + 1] = given
end

-- One box, or several in a list.
local function read_boxes(report, value)
  local list = {}
  if value == nil then return list end
  if #value == 0 then
    add_box(report, value, "area", list)
    return list
  end
  for _, key in ipairs(keys.ordered(value)) do
    if type(key) == "number" then
      add_box(report, value[key], ("area, item %s"):format(tostring(key)), list)
    else
      report { code = "unknown-key", spot = "area", text = ('unknown key "%s" beside boxes'):format(tostring(key)),
        cure = "put it into a box" }
    end
  end
  return list
end

-- ---- Reading ----

--- Reads what is given into what is made of it.
function areas.read(build, thing, made, given)
  local scope = build:scope(thing)
  made.static, made.every, made.nowhere = given.static, given.every, given.position
  made.area, made.trigger = read_boxes(build:reporter(thing), given.area), given.trigger
  for _, part in ipairs { "enter", "exit" } do
    made[part] = build:compile(thing, part, given[part], "effects", scope)
  end
end

--- What a schema of `bustle.author.content.merge` has of it.
areas.SINGLE = { { keys = { "static" }, fields = { "static" } }, { keys = { "every" }, fields = { "every" } },
  { keys = { "position" }, fields = { "nowhere" } }, { keys = { "trigger" }, fields = { "trigger" } } }
areas.LISTS = { { key = "area", field = "area" }, { key = "enter", field = "enter" },
  { key = "exit", field = "exit" } }

-- ---- When all layers are together ----

local function position_of(made)
  if made.nowhere then return "none" end
  if made.static or #made.area > 0 then return "static" end
  return made.every and "queried" or "pushed"
end

-- Of two that contradict each other, the first.
local function check_position(made, report)
  local text, cure
  if made.nowhere and (made.static or made.every or #made.area > 0) then
    text, cure = "it is nowhere, and something is said of where it is", "leave out position, or static, every and area"
  elseif #made.area > 0 and (made.every or made.static == false) then
    text, cure = "an area does not move", "leave out static and every"
  elseif made.static and made.every then
    text, cure = "it is static, and its position is asked for", "leave out static or every"
  end
  if text then report { code = "bad-position", text = text, cure = cure } end
end

local function check_area(made, report)
  if #made.area > MOST_BOXES then
    report { code = "bad-area", spot = "area", text = ("it has %d boxes"):format(#made.area),
      cure = ("an area has at most %d"):format(MOST_BOXES) }
  end
  local given = made.trigger and "trigger" or #made.enter > 0 and "enter" or #made.exit > 0 and "exit"
  if #made.area == 0 and given then
    report { code = "bad-area", spot = given, text = "only an area has that, and this is none", cure = CURE }
  end
end

--- Leaves what the core takes.
function areas.finish(made, report)
  check_position(made, report)
  check_area(made, report)
  made.position, made.position_refresh_ms = position_of(made), fields.milliseconds(made.every)
  made.static, made.every, made.nowhere = nil, nil, nil
end

return areas
