--- `world:stage`: what the game says of a scene's members, and why a scene was not staged.
local check = require "bustle.world.check"
local entity = require "bustle.world.entity"
local nearest = require "bustle.common.nearest"
local scenes = require "bustle.world.scenes"
local pairs = require("bustle.common.tables").pairs

local staging = {}

-- ---- What the game says ----

local function list_of(world, given, what, level)
  if entity.is_entity(given) or type(given) ~= "table" then return { world:_id(given, what, level + 1) } end
  local ids = {}
  for i, each in ipairs(given) do ids[i] = world:_id(each, ("%s, item %d"):format(what, i), level + 1) end
  return ids
end

local function check_parts(options, parts, shown, level)
  local known = {}
  for _, part in ipairs(parts) do known[part] = true end
  for key in pairs(options) do
    if key ~= "at" and not known[key] then
      error(("stage: the scene %s has no part %s (%s)"):format(shown,
        type(key) == "string" and ('"%s"'):format(key) or tostring(key),
        nearest.question(tostring(key), parts, "it has " .. table.concat(parts, ", "))), level + 1)
    end
  end
end

local function called(world, id)
  return tostring(world:_object(id))
end

-- An NPC is in a scene once.
local function check_once(world, id, what, seen, level)
  if not world:_is_npc(id) then error(("%s: %s, and props do nothing"):format(what, called(world, id)), level + 1) end
  if seen[id] then error(("%s: %s is %s already"):format(what, called(world, id), seen[id]), level + 1) end
end

-- Part and id of each member, one after the other, as the core takes them.
local function read_members(world, options, parts, made, at, level)
  local list, seen = {}, {}
  if at then seen[at] = "the place" end
  for number, part in ipairs(parts) do
    local given, what = options[part], ('stage: part "%s"'):format(part)
    local ids = given ~= nil and list_of(world, given, what, level + 1) or {}
    local most = made.parts[number].most
    if #ids > most then error(("%s takes %d at most, not %d"):format(what, most, #ids), level + 1) end
    for _, id in ipairs(ids) do
      check_once(world, id, what, seen, level + 1)
      seen[id] = ("in the part \"%s\""):format(part)
      list[#list + 1], list[#list + 2] = number - 1, id
    end
  end
  return list
end

-- ---- Why not ----

-- What keeps an NPC from taking part in a scene, as far as it can be seen from outside (S56).
local function hindrance(world, id)
  local doing = world._core:doing(id, world._doing)
  if doing.mood == "on_hold" then return "it is held" end
  if doing.mood == "has_halted" then return "it has halted" end
  local shown = world._names.shown
  for _, own in ipairs(world._core:scenes(id)) do
    if not own.sunk then return ("it is in %s"):format(shown.scene[own.scene]) end
  end
  local frames = world._core:frames(id)
  local top = frames[#frames]
  if top and not top.main then return ("it is busy with %s"):format(shown.sequence[top.sequence]) end
end

local function name_of(world, id)
  local name = world._core:entity_name(id)
  return name or called(world, id)
end

-- Whoever it is: the first of whom something can be said, else one who would have to react to the topic.
local function unavailable(world, members, made)
  for i = 2, #members, 2 do
    local why = hindrance(world, members[i])
    if why then return ("%s is not available: %s"):format(name_of(world, members[i]), why) end
  end
  for i = 1, #members, 2 do
    if not made.parts[members[i] + 1].sequence then
      return ("%s is not available: it may have no reaction to %s"):format(name_of(world, members[i + 1]), made.topic)
    end
  end
  return ("%s is not available"):format(name_of(world, members[2]))
end

local function no_cast(world, scene)
  local why = world._keeper and world._keeper:last_cast(scene)
  return ("the scene %s found no cast%s"):format(world._names.shown.scene[scene], why and ": " .. why
    or "; a world that is made with explain = true says why")
end

-- ---- Both ----

--- Stages a scene (S55).
-- @tparam table world
-- @tparam string name
-- @tparam table|nil options `at`, and by the names of parts an NPC or a list of NPCs
-- @tparam number level as in `error`
-- @treturn[1] number of the scene
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code
function staging.stage(world, name, options, level)
  local scene = world._names:id("scene", name, level + 1)
  if options ~= nil then check.type(options, "table", "stage: the second argument", level + 1) end
  options = options or {}
  local parts, made = scenes.parts(world, scene)
  check_parts(options, parts, world._names.shown.scene[scene], level + 1)
  local at = options.at ~= nil and world:_id(options.at, "stage: at", level + 1) or nil
  local members = read_members(world, options, parts, made, at, level + 1)
  world._staged_at = at -- for whoever explains
  local number, message, code = check.call(world._core, level + 1, "stage", scene, at, members)
  world._staged_at = nil
  if number then return number end
  if code == "unavailable" then message = unavailable(world, members, made) end
  if code == "no_cast" then message = no_cast(world, scene) end
  return nil, message, code
end

return staging
