--- Assertions about NPCs and worlds for luassert, which busted uses. They say what they expected and what the NPC did
-- instead, with its last decisions.
--
--     assert.npc(mary).did { "doze", "gasp", "doze" }       -- in this order, others may come in between
--     assert.npc(mary).did { "gasp", "doze", gaps = false } -- nothing in between
--     assert.npc(mary).never_did "steal"
--     assert.npc(mary).is_doing "doze"                      -- and is_using, remembers, is_halted
--     assert.npc(mary).is_waiting_at "shelter"              -- a node that waits
--     assert.npc(mary).has_role "guard"
--     assert.npc(mary).is_in("order", "patron")             -- a scene, and her part in it
--     assert.npc(mary).holds("sit", chair)                  -- an offer, and whose; does_not_hold
--     assert.npc(mary).is_inside(pub)                       -- an area
--     assert.npc(pub).has_message("orders", mary, 2)        -- in an inbox; from whom and what, or any; has_no_message
--     assert.npc(brian).plan_holds "work"                   -- what its plan says now
--     assert.world(w).is_linked(brian, "home", house)
--     assert.world(w).conserves "seats"
--     assert.world(w).is_consistent()
--     assert.world(w).conserves_members()                   -- who joined a scene has left it, or is in it
--     assert.world(w).conserves_places()                    -- what was taken at offers was given back, or is held
--     assert.world(w).conserves_messages()                  -- what was sent has been taken, has gone, or is there
--     assert.world(w).addresses_only_members { actions = { "ask" } }
--     assert.varied({ ann, bob, cy }, { at_least = 0.3 })
--
-- With `not`, as in `assert.npc(mary).is_not_doing "doze"`, each says the opposite. As matchers for spies there are
-- `match.is_entity`, `match.is_doing` and `match.is_using`.
local common = require "bustle.testing.assertions.common"
local days = require "bustle.testing.assertions.days"
local entity = require "bustle.world.entity"
local keys = require "bustle.common.keys"
local lines = require "bustle.observe.happenings.lines"
local nearest = require "bustle.common.nearest"
local scenes = require "bustle.testing.assertions.scenes"
local sim = require "bustle.testing.world"
local ties = require "bustle.testing.assertions.ties"
local varied = require "bustle.testing.assertions.varied"

local found, luassert = pcall(require, "luassert")
if not found then
  error("bustle.testing needs luassert, which comes with busted (Debian and Ubuntu: apt-get install lua-busted; "
    .. "LuaRocks: luarocks install busted)", 0)
end
local say = require "say"

local assertions = {}

local check_npc, refuse, result, to = common.check_npc, common.refuse, common.result, common.to
local npc_of, world_of, about = common.npc_of, common.world_of, common.about

-- ---- What it did ----

local function starts_of(npc, since)
  local list = {}
  for _, entry in ipairs(npc._world:happened { kind = "start", npc = npc }) do
    if entry.time >= since then list[#list + 1] = entry end
  end
  return list
end

local ITEM = { "action", "target", "resumed" }

-- "doze" or `{ "doze", target = bench, resumed = true }` as values that an entry has; names as the world shows them.
local function item_of(world, given, name, level)
  local item = {}
  local fields = type(given) == "table" and given or { given }
  for key, value in pairs(fields) do
    if key == 1 then
      item.action = world._names.shown.action[world._names:id("action", value, level + 1)]
    elseif key == "target" and entity.is_entity(value) then
      item.target = world:_called(value)
    elseif key == "target" or key == "resumed" then
      item[key] = value
    else
      refuse(level + 1, "%s: an action has no %s (%s)", name, tostring(key), nearest.question(tostring(key), ITEM,
        "it has target and resumed"))
    end
  end
  return item
end

local function shown(item)
  local text = item.action or "anything"
  if item.target then text = ("%s with %s"):format(text, item.target) end
  return item.resumed and text .. " again" or text
end

local LONGEST_LIST = 20

-- Of a long list the end.
local function all_shown(items)
  local list = {}
  local first = math.max(1, #items - LONGEST_LIST + 1)
  for i = first, #items do list[#list + 1] = shown(items[i]) end
  if #list == 0 then return "nothing" end
  return (first > 1 and ("%d others, "):format(first - 1) or "") .. table.concat(list, ", ")
end

local function fits(entry, item)
  for key, value in pairs(item) do
    if entry[key] ~= value then return false end
  end
  return true
end

-- How many of the items there are in order, with others in between.
local function found_with_gaps(starts, items)
  local next_item = 1
  for _, entry in ipairs(starts) do
    if items[next_item] and fits(entry, items[next_item]) then next_item = next_item + 1 end
  end
  return next_item - 1
end

local function found_without_gaps(starts, items)
  local best = 0
  for first = 1, #starts do
    local count = 0
    while items[count + 1] and starts[first + count] and fits(starts[first + count], items[count + 1]) do
      count = count + 1
    end
    best = math.max(best, count)
  end
  return best
end

local DID = { gaps = true, since = true }

local function items_of(world, given, name, known, level)
  if type(given) == "string" then given = { given } end
  if type(given) ~= "table" then refuse(level + 1, "%s takes a list of actions, not a %s", name, type(given)) end
  local items, options = {}, {}
  for _, key in ipairs(keys.ordered(given)) do
    if type(key) == "number" then
      items[#items + 1] = item_of(world, given[key], name, level + 1)
    elseif known[key] then
      options[key] = given[key]
    else
      refuse(level + 1, "%s: unknown option %s (%s)", name, tostring(key), nearest.question(tostring(key),
        keys.names(known), "there are " .. table.concat(keys.names(known), ", ")))
    end
  end
  if #items == 0 then refuse(level + 1, "%s: no action is named", name) end
  return items, options
end

local function did(state, arguments, level)
  local npc, world = npc_of(state, "did", level + 1)
  local items, options = items_of(world, arguments[1], "did", DID, level + 1)
  local starts = starts_of(npc, options.since or 0)
  local count = (options.gaps == false and found_without_gaps or found_with_gaps)(starts, items)
  return result(state, arguments, count == #items, function()
    local missing = count < #items and ("\nit did not come to: %s"):format(shown(items[count + 1])) or ""
    return about(npc, "%s have done, %s: %s\nit did: %s%s", to(state),
      options.gaps == false and "in a row" or "in this order", all_shown(items), all_shown(starts), missing)
  end)
end

local NEVER = { since = true }

local function never_did(state, arguments, level)
  local npc, world = npc_of(state, "never_did", level + 1)
  local items, options = items_of(world, arguments[1], "never_did", NEVER, level + 1)
  local first
  for _, entry in ipairs(starts_of(npc, options.since or 0)) do
    for _, item in ipairs(items) do
      if not first and fits(entry, item) then first = entry end
    end
  end
  return result(state, arguments, first == nil, function()
    return about(npc, "%s have done %s%s", state.mod and "never to" or "to", all_shown(items),
      first and (", but it did at %s"):format(lines.seconds(first.time)) or "")
  end)
end

-- ---- What it does ----

local function now_doing(npc)
  if not npc.alive then return "has left" end
  local doing = npc:doing()
  if doing.mood == "awaiting" then
    local scene = npc.scene
    if scene and scene.waits then return ("waits for others in %s"):format(scene.name) end
    return ("waits at %s%s"):format(doing.node, doing.action and (", seen in %s"):format(doing.action) or "")
  end
  if doing.action then return ("does %s"):format(shown { action = doing.action,
    target = doing.target and npc._world:_called(doing.target) }) end
  return doing.mood == "halted" and ("has halted: %s"):format(doing.halted) or ("does nothing, it is %s")
    :format(doing.mood)
end

local function is_doing(state, arguments, level)
  local npc, world = npc_of(state, "is_doing", level + 1)
  local item = item_of(world, arguments[1], "is_doing", level + 1)
  local doing = npc.alive and npc:doing() or {}
  local now = { action = doing.action, target = doing.target and world:_called(doing.target) }
  return result(state, arguments, fits(now, { action = item.action, target = item.target }), function()
    return about(npc, "%s do %s; it %s", to(state), shown(item), now_doing(npc))
  end)
end

-- By their ids: a spy keeps copies of what it is called with.
local function is_same(a, b)
  return a ~= nil and b ~= nil and a.id == b.id
end

-- Its action's target, or the current target of a sequence of what it is at.
local function uses(npc, target)
  if not npc.alive then return false end
  local doing = npc:doing()
  if is_same(doing.target, target) then return true end
  for _, frame in ipairs(doing.stack) do
    if frame.activity == doing.activities and is_same(frame.target, target) then return true end
  end
  return false
end

local function check_entity(world, given, name, level)
  if not entity.is_entity(given) or given._world ~= world then
    refuse(level + 1, "%s takes an entity of the same world, not %s", name, tostring(given))
  end
  return given
end

local function is_using(state, arguments, level)
  local npc, world = npc_of(state, "is_using", level + 1)
  local target = check_entity(world, arguments[1], "is_using", level + 1)
  return result(state, arguments, uses(npc, target), function()
    return about(npc, "%s use %s; it %s", to(state), world:_called(target), now_doing(npc))
  end)
end

local function is_waiting_at(state, arguments, level)
  local npc = npc_of(state, "is_waiting_at", level + 1)
  local node = arguments[1]
  if type(node) ~= "string" then
    refuse(level + 1, "is_waiting_at takes the name of a node, not %s", tostring(node))
  end
  local doing = npc.alive and npc:doing() or {}
  return result(state, arguments, doing.mood == "awaiting" and doing.node == node, function()
    return about(npc, "%s wait at %s; it %s", to(state), node, now_doing(npc))
  end)
end

local function has_role(state, arguments, level)
  local npc, world = npc_of(state, "has_role", level + 1)
  local role = world._names.shown.role[world._names:id("role", arguments[1], level + 1)]
  local now = npc.alive and npc.role or nil
  return result(state, arguments, now == role, function()
    return about(npc, "%s have the role %s; %s", to(state), role, now and ("it has %s"):format(now) or "it has none")
  end)
end

local function is_halted(state, arguments, level)
  local npc = npc_of(state, "is_halted", level + 1)
  local cause = arguments[1]
  local halted = npc.alive and npc.halted
  return result(state, arguments, halted ~= nil and halted ~= false and (cause == nil or halted == cause), function()
    return about(npc, "%s have halted%s; it %s", to(state), cause and (": %s"):format(cause) or "", now_doing(npc))
  end)
end

-- ---- What it remembers ----

local MEMORY = { action = "action", cue = true, scene = "scene", offer = "offer", inbox = "inbox",
  entity = true, sequence = "sequence", from = true, node = true }

-- `remembers("doze", bench)` or `remembers { sequence = "day", from = "go", node = "doze" }`.
local function memory_of(world, arguments, level)
  local given = arguments[1]
  if type(given) ~= "table" or entity.is_entity(given) then given = { action = given, entity = arguments[2] } end
  local wanted = {}
  for key, value in pairs(given) do
    if MEMORY[key] == nil then
      refuse(level + 1, "remembers: a memory has no %s (%s)", tostring(key), nearest.question(tostring(key),
        keys.names(MEMORY), "it has " .. table.concat(keys.names(MEMORY), ", ")))
    end
    if MEMORY[key] ~= true then
      wanted[key] = world._names.shown[key][world._names:id(MEMORY[key], value, level + 1)]
    else
      wanted[key] = value
    end
  end
  if wanted.entity then check_entity(world, wanted.entity, "remembers", level + 1) end
  return wanted
end

local KINDS = { "transitions", "actions", "interruptions", "encounters" }

local function memory_shown(world, memory)
  local text = memory.action or memory.cue or memory.scene or memory.offer or memory.inbox
    or ("the way%s to %s in %s"):format(
    memory.from and " from " .. memory.from or "", memory.node or "a node", memory.sequence)
  return memory.entity and ("%s with %s"):format(text, world:_called(memory.entity)) or text
end

local function remembers(state, arguments, level)
  local npc, world = npc_of(state, "remembers", level + 1)
  local wanted = memory_of(world, arguments, level + 1)
  local all, passed = {}, false
  for _, kind in ipairs(npc.alive and KINDS or {}) do
    for _, memory in ipairs(npc:memories(kind)) do
      passed = passed or fits(memory, wanted)
      all[#all + 1] = memory_shown(world, memory)
    end
  end
  return result(state, arguments, passed, function()
    return about(npc, "%s remember %s\nit remembers: %s", to(state), memory_shown(world, wanted),
      #all > 0 and table.concat(all, ", ") or "nothing")
  end)
end

-- ---- Worlds ----

local function conserves(state, arguments, level)
  local world = world_of(state, "conserves", level + 1)
  local keys_of = world._names:keys("state")
  local key = keys_of[arguments[1]]
  if not key then refuse(level + 1, "conserves: %s", world._names:explain(keys_of, arguments[1])) end
  local leaks = world:_leaks(key.id)
  return result(state, arguments, #leaks == 0, function()
    local told = {}
    for i, leak in ipairs(leaks) do
      told[i] = ("\n%s began with %d and has %d%s"):format(world._history.labels[leak.id].name, leak.begun, leak.free,
        leak.taken > 0 and (" (%d more are taken)"):format(leak.taken) or "")
    end
    return ("expected the world %s conserve %s%s"):format(to(state), key.name, table.concat(told))
  end)
end

local function is_consistent(state, arguments, level)
  local world = world_of(state, "is_consistent", level + 1)
  local consistent, text = world:check()
  return result(state, arguments, consistent == true, function()
    return ("expected the world %s be consistent%s"):format(to(state), text and "\n" .. text or "")
  end)
end

-- ---- Matchers ----

local function match_entity(_, arguments)
  local wanted = arguments[1]
  return function(value)
    if not entity.is_entity(value) then return false end
    if entity.is_entity(wanted) then return is_same(value, wanted) end
    return wanted == nil or value.name == wanted or value.kind == wanted
  end
end

local function match_doing(_, arguments)
  return function(value)
    return entity.is_entity(value) and value.alive and value.action == arguments[1]
  end
end

local function match_using(_, arguments)
  return function(value)
    return entity.is_entity(value) and uses(value, arguments[1])
  end
end

-- ---- Registering ----

local function register_assertion(name, callback)
  local positive, negative = ("bustle.%s.positive"):format(name), ("bustle.%s.negative"):format(name)
  say:set(positive, "%s")
  say:set(negative, "%s")
  luassert:register("assertion", name, callback, positive, negative)
end

-- Not as tables: these have the whole world in them.
local function format_shortly(value)
  if entity.is_entity(value) or getmetatable(value) == sim.class then return ("(%s)"):format(tostring(value)) end
end

--- Makes them known to luassert.
function assertions.register()
  luassert:add_formatter(format_shortly)
  luassert:register("modifier", "npc", function(state, arguments, level)
    rawset(state, "bustle_npc", check_npc(arguments and arguments[1], (level or 1) + 1))
    return state
  end)
  luassert:register("modifier", "world", function(state, arguments, level)
    local world = arguments and arguments[1]
    if getmetatable(world) ~= sim.class then
      refuse((level or 1) + 1, "assert.world takes a world of bustle.testing, not %s", tostring(world))
    end
    rawset(state, "bustle_world", world)
    return state
  end)
  for name, callback in pairs { did = did, never_did = never_did, doing = is_doing, using = is_using,
    waiting_at = is_waiting_at, remembers = remembers, halted = is_halted, role = has_role, conserves = conserves,
    consistent = is_consistent, varied = varied, ["in"] = scenes.is_in, conserves_members = scenes.conserves_members,
    addresses_only_members = scenes.addresses_only_members, holds = ties.holds, hold = ties.holds,
    conserves_places = ties.conserves_places, inside = ties.is_inside, linked = ties.is_linked,
    has_message = days.has_message, no_message = days.has_no_message, conserves_messages = days.conserves_messages,
    plan_holds = days.plan_holds } do
    register_assertion(name, callback)
  end
  for name, callback in pairs { entity = match_entity, doing = match_doing, using = match_using } do
    luassert:register("matcher", name, callback)
  end
end

return assertions
