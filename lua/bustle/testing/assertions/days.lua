--- The assertions about messages and plans: `has_message`, `has_no_message`, `conserves_messages` and `plan_holds`.
local common = require "bustle.testing.assertions.common"
local conservation = require "bustle.testing.conservation"
local entity = require "bustle.world.entity"

local refuse, result, to = common.refuse, common.result, common.to

local days = {}

-- ---- Messages ----

local function shown_message(world, each)
  return ("%d from %s"):format(each.value, world:_called(each.sender))
end

local function all_shown(world, list)
  local parts = {}
  for i, each in ipairs(list) do parts[i] = shown_message(world, each) end
  return #parts > 0 and table.concat(parts, ", ") or "nothing"
end

-- Whether there is one, and all that are there.
local function found_message(npc, inbox, sender, value)
  local list, found = npc.alive and npc:inbox(inbox) or {}, false
  for _, each in ipairs(list) do
    found = found or (sender == nil or each.sender == sender) and (value == nil or each.value == value)
  end
  return found, list
end

-- Whether there is to be one: `message` alone means something else to luassert.
local function asks_for_message(name, wanted)
  return function(state, arguments, level)
    local npc, world = common.npc_of(state, name, level + 1)
    local inbox, sender, value = arguments[1], arguments[2], arguments[3]
    local shown = world._names.shown.inbox[world._names:id("inbox", inbox, level + 1)]
    if sender ~= nil and (not entity.is_entity(sender) or sender._world ~= world) then
      refuse(level + 1, "%s: the sender must be an entity of this world, not %s", name, tostring(sender))
    end
    local found, list = found_message(npc, inbox, sender, value)
    return result(state, arguments, found == wanted, function()
      return common.about(npc, "%s have %s message%s%s in %s; it has %s there", to(state), wanted and "a" or "no",
        value ~= nil and (" %s"):format(tostring(value)) or "", sender and " from " .. world:_called(sender) or "",
        shown, all_shown(world, list))
    end)
  end
end

--- `assert.npc(pub).has_message("orders", mary, 2)`; without sender and value: any.
days.has_message = asks_for_message("has_message", true)

--- `assert.npc(pub).has_no_message "orders"`
days.has_no_message = asks_for_message("has_no_message", false)

--- `assert.world(w).conserves_messages()`: what was sent has been taken, has gone, or is in an inbox.
function days.conserves_messages(state, arguments, level)
  local world = common.world_of(state, "conserves_messages", level + 1)
  local account = conservation.messages(world)
  return result(state, arguments, account.whole, function()
    return ("expected the world %s conserve messages\n%d sent, %d taken, %d gone, %d in inboxes"):format(to(state),
      account.sent, account.taken, account.lost, account.there)
  end)
end

-- ---- Plans ----

-- "17:00 to 22:00 free_evening"
local function shown_entry(each)
  return ("%s to %s %s"):format(each.from, each.to, each.sequence)
end

local function shown_plan(npc)
  local parts = {}
  for i, each in ipairs(npc.alive and npc:plan() or {}) do
    parts[i] = ("\n  %s%s"):format(shown_entry(each), each.holds and ", which holds" or "")
  end
  return #parts > 0 and ("its plan today:%s"):format(table.concat(parts)) or "it has no plan"
end

--- `assert.npc(brian).plan_holds "work"`: the entry of its plan that holds now has that sequence.
function days.plan_holds(state, arguments, level)
  local npc, world = common.npc_of(state, "plan_holds", level + 1)
  local wanted = world._names.shown.sequence[world._names:id("sequence", arguments[1], level + 1)]
  local now, passed = world:clock(), false
  for _, each in ipairs(npc.alive and npc:plan() or {}) do
    passed = passed or each.holds and each.sequence == wanted
  end
  return result(state, arguments, passed, function()
    return common.about(npc, "%s be at %s by its plan%s\n%s", to(state), wanted, now and " at " .. now.time or "",
      shown_plan(npc))
  end)
end

return days
