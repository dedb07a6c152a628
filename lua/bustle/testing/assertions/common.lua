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

--- The NPC that an assertion is about, and its world.
function common.npc_of(state, name, level)
  local npc = rawget(state, "bustle_npc")
  if not npc then common.refuse(level + 1, "%s is about an npc: write assert.npc(mary).%s(...)", name, name) end
  return npc, npc._world
end

--- The world that an assertion is about.
function common.world_of(state, name, level)
  local world = rawget(state, "bustle_world")
  if not world then common.refuse(level + 1, "%s is about a world: write assert.world(w).%s(...)", name, name) end
  return world
end

--- What was expected of an NPC, and what it did instead.
function common.about(npc, text, ...)
  local world = npc._world
  return ("expected %s %s\n%s"):format(world:_called(npc), text:format(...), world:_story(npc))
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
