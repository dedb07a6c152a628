--- What the assertions share: refusing what they cannot be about, and their messages.
local entity = require "bustle.world.entity"
local sim = require "bustle.testing.world"

local common = {}

--- Raises, so many levels up.
function common.refuse(level, text, ...)
  error(text:format(...), level + 1)
end

--- An NPC of a world under test, or an error.
function common.check_npc(npc, level)
  if not entity.is_entity(npc) or getmetatable(npc._world) ~= sim.class then
    common.refuse(level + 1, "assert.npc takes an npc of a world of bustle.testing, not %s", tostring(npc))
  end
  if not npc._definition.npc then
    common.refuse(level + 1, "assert.npc takes an npc, and %s is a prop", tostring(npc))
  end
  return npc
end

--- What an assertion returns. What luassert prints is one text, made only when it is needed.
function common.result(state, arguments, passed, text)
  if (not passed) == state.mod then
    for i = arguments.n, 1, -1 do arguments[i] = nil end
    arguments[1], arguments.n, arguments.nofmt = text(), 1, { true }
  end
  return passed
end

--- The word before what was expected, with `not` where the spec says so.
function common.to(state)
  return state.mod and "to" or "not to"
end

return common
