--- What an explanation says of scenes: those that an NPC is in, those that it tried to cast, and the one that it waits
-- for or in. All of it is names.
local happenings = require "bustle.observe.happenings"
local lines = require "bustle.observe.happenings.lines"
local scenes = require "bustle.world.scenes"

local explained = {}

local function called(world, entity)
  return entity and happenings.label(world, entity.id).name or nil
end

-- ---- Those that it is in ----

local PLAIN = { "number", "part", "phase", "waits", "ended", "away", "sunk", "over", "begun", "initiator", "began" }

local function membership(world, own)
  local made = { scene = own.name, members = {}, waiting = {}, host = called(world, own.host) }
  for _, key in ipairs(PLAIN) do made[key] = own[key] end
  for i, member in ipairs(own.members) do made.members[i] = { npc = called(world, member.npc), part = member.part } end
  for i, npc in ipairs(own.waiting) do made.waiting[i] = called(world, npc) end
  return made
end

--- The scenes of an NPC, as `npc:scenes()` has them.
-- @treturn {table,...}
function explained.of(world, npc)
  local list = {}
  for i, own in ipairs(scenes.of(world, npc.id)) do list[i] = membership(world, own) end
  return list
end

-- ---- Those that it tried to cast ----

--- Which scenes it has tried to cast, and what came of the last try of each, by name.
-- @tparam table tests of a keeper
-- @treturn {table,...} entries of kind "cast"
function explained.casts(tests)
  local list = {}
  for _, entry in pairs(tests.casts or {}) do list[#list + 1] = entry end
  table.sort(list, function(a, b) return a.scene < b.scene end)
  return list
end

-- ---- The one that it waits for ----

local function stack_top(doing)
  return doing.stack[#doing.stack]
end

-- What it waits for at a node that names a scene.
local function at_node(world, doing, qualified, part, tests)
  local names = world._names
  local shown = names.shown.scene[names.content:find("scene", qualified)]
  local last = tests.casts and tests.casts[shown]
  local staged = not part and doing.remaining == nil
  return { kind = staged and "end" or "cast", scene = shown, part = part, why = not staged and last
    and last.verdict ~= "open" and lines.no_cast(last) or nil }
end

--- What a waiting NPC waits for, if that is a scene or its members.
-- @tparam table world
-- @tparam table doing of `npc:doing()`
-- @tparam table found of `bustle.observe.explain.reasons`
-- @tparam table raw doing of the core
-- @tparam {table,...} own of `explained.of`
-- @tparam table tests of a keeper
-- @treturn table|nil `{ kind=, scene=, part=, ... }`: of kind "phase" with `phase`, `ended` and `waiting`; of kind
-- "cast" with `why` it has none yet; of kind "end", where it has staged a scene that goes on
function explained.awaited(world, doing, found, raw, own, tests)
  local top = stack_top(doing)
  if top and top.lifecycle == "waiting_at_phase" then
    for _, each in ipairs(own) do
      if each.number == top.number then
        return { kind = "phase", scene = each.scene, part = each.part, phase = each.phase, ended = each.ended,
          waiting = each.waiting }
      end
    end
  end
  local qualified, part = found:awaited_scene(raw)
  return qualified and at_node(world, doing, qualified, part, tests) or nil
end

return explained
