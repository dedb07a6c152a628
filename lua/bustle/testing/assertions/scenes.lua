--- The assertions about scenes: `is_in`, `conserves_members` and `addresses_only_members`.
local common = require "bustle.testing.assertions.common"
local lines = require "bustle.observe.happenings.lines"
local company = require "bustle.testing.company"
local keys = require "bustle.common.keys"
local nearest = require "bustle.common.nearest"

local refuse, result, to = common.refuse, common.result, common.to

local scenes = {}

-- ---- Who is in which ----

local function shown_in(own)
  return ("%s as %s"):format(own.name, own.part)
end

-- What the name of a part in a scene is, or an error.
local function check_part(world, scene, part, level)
  if part == nil then return end
  local content, known = world._names.content, {}
  local qualified = content:name("scene", scene)
  for _, made in ipairs(world._names.compiled.tables.scenes) do
    if made.name == qualified then
      for _, each in ipairs(made.parts) do known[each.name] = true end
    end
  end
  if not known[part] then
    refuse(level + 1, "is_in: the scene %s has no part %s (%s)", world._names.shown.scene[scene], tostring(part),
      nearest.question(tostring(part), keys.names(known), "it has " .. table.concat(keys.names(known), ", ")))
  end
end

--- `assert.npc(mary).is_in("order", "patron")`
function scenes.is_in(state, arguments, level)
  local npc, world = common.npc_of(state, "is_in", level + 1)
  local scene, part = world._names:id("scene", arguments[1], level + 1), arguments[2]
  check_part(world, scene, part, level + 1)
  local name, list, passed = world._names.shown.scene[scene], {}, false
  for i, own in ipairs(npc.alive and npc:scenes() or {}) do
    list[i] = shown_in(own)
    passed = passed or own.name == name and (part == nil or own.part == part)
  end
  return result(state, arguments, passed, function()
    return common.about(npc, "%s be in %s%s; it is in %s", to(state), name, part and " as " .. part or "",
      #list > 0 and table.concat(list, ", ") or "no scene")
  end)
end

-- ---- Whether everybody leaves ----

--- `assert.world(w).conserves_members()`: who has joined a scene has left it, or is in it still.
function scenes.conserves_members(state, arguments, level)
  local world = common.world_of(state, "conserves_members", level + 1)
  local stats, within = world:stats(), 0
  for id in world:_each() do
    if world:_is_npc(id) then within = within + #world._core:scenes(id) end
  end
  return result(state, arguments, stats.joins - stats.leaves == within, function()
    return ("expected the world %s conserve members of scenes\n%d joined, %d left, %d are in one"):format(to(state),
      stats.joins, stats.leaves, within)
  end)
end

-- ---- Whom they address ----

local ADDRESSES = { actions = true, since = true }

local function read_actions(world, given, level)
  local wanted = {}
  if type(given) == "string" then given = { given } end
  if type(given) ~= "table" or #given == 0 then
    refuse(level + 1, "addresses_only_members takes a list of actions, such as { actions = { \"ask\" } }")
  end
  for _, name in ipairs(given) do
    wanted[world._names.shown.action[world._names:id("action", name, level + 1)]] = true
  end
  return wanted
end

local LONGEST_LIST = 5

local function told(found)
  local list = {}
  for i = 1, math.min(#found, LONGEST_LIST) do
    list[i] = ("\n%8s  %s starts %s with %s, which is in no scene with it"):format(lines.seconds(found[i].time),
      found[i].npc, found[i].action, found[i].target or "nobody")
  end
  if #found > LONGEST_LIST then list[#list + 1] = ("\nand %d more"):format(#found - LONGEST_LIST) end
  return table.concat(list)
end

--- `assert.world(w).addresses_only_members { actions = { "ask", "nod" } }`: whenever one of these actions began, its
-- target was in a scene together with whoever did it. Nobody talks to somebody who is not with them.
function scenes.addresses_only_members(state, arguments, level)
  local world = common.world_of(state, "addresses_only_members", level + 1)
  local options = arguments[1]
  if type(options) ~= "table" then
    refuse(level + 1, "addresses_only_members takes options, such as { actions = { \"ask\" } }")
  end
  for key in pairs(options) do
    if not ADDRESSES[key] then
      refuse(level + 1, "addresses_only_members: unknown option %s (%s)", tostring(key),
        nearest.question(tostring(key), keys.names(ADDRESSES), "there are actions and since"))
    end
  end
  local found = company.strangers(world.history, read_actions(world, options.actions, level + 1), options.since or 0)
  return result(state, arguments, #found == 0, function()
    return ("expected everybody %s address only members of a scene that they are in%s"):format(to(state), told(found))
  end)
end

return scenes
