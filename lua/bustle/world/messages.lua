--- Messages and meetings as the game sees them: sending, what is in an inbox, who waits where (S69 to S71).
local check = require "bustle.world.check"

local messages = {}

local function called(world, id)
  return world._core:entity_name(id) or tostring(world:_object(id))
end

local function no_inbox(world, id, inbox)
  return ("%s has no inbox %s"):format(called(world, id), world._names.shown.inbox[inbox])
end

--- Sends a message from an entity to an NPC.
-- @tparam table world
-- @tparam number from
-- @tparam string name the inbox
-- @param to
-- @tparam number|nil value nil: 0
-- @tparam number level as in `error`
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code
function messages.send(world, from, name, to, value, level)
  local inbox = world._names:id("inbox", name, level + 1)
  to = world:_id(to, "send: the receiver", level + 1)
  if value ~= nil then check.number(value, "send: the value", level + 1) end
  if from == to then return nil, "nobody sends to itself", "bad_argument" end
  if not world:_is_npc(to) then return nil, no_inbox(world, to, inbox), "no_inbox" end
  local ok, message, code = check.call(world._core, level + 1, "send", from, inbox, to, value)
  if code == "no_inbox" then message = no_inbox(world, to, inbox) end
  if code == "full" then
    message = ("the inbox %s of %s takes no more"):format(world._names.shown.inbox[inbox], called(world, to))
  end
  return ok, message, code
end

--- What is in an inbox of an NPC, or in all of them, the oldest first.
-- @tparam table world
-- @tparam number id
-- @tparam string|nil name nil: all
-- @tparam number level as in `error`
-- @treturn[1] {table,...} `{ inbox=, sender=, value=, time=, awaited= }`
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "no_inbox"
function messages.inbox(world, id, name, level)
  local inbox
  if name ~= nil then inbox = world._names:id("inbox", name, level + 1) end
  local list, message, code = check.call(world._core, level + 1, "npc_inbox", id, inbox)
  if code == "no_inbox" then return nil, no_inbox(world, id, inbox), code end
  if not list then return nil, message, code end
  for _, each in ipairs(list) do
    each.inbox, each.sender = world._names.shown.inbox[each.inbox], world:_object(each.sender)
    each.time = each.time / 1000
  end
  return list
end

--- Who waits at an entity to meet, by when they came into the world.
-- @tparam table world
-- @tparam number id
-- @tparam string|nil name under which; nil: any
-- @tparam number level as in `error`
-- @treturn {table,...} NPCs
function messages.meeting(world, id, name, level)
  local meeting
  if name ~= nil then meeting = world._names:id("meeting", name, level + 1) end
  local list = check.call(world._core, level + 1, "entity_meeting", id, meeting)
  for i, npc in ipairs(list) do list[i] = world:_object(npc) end
  return list
end

return messages
