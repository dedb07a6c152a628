--- A day of the village as it ships, by the core, with memories of any capacity: records as those of the square
-- (bench/variety/square.lua). Nothing happens to it from outside.
local bustle = require "bustle"
local packs = require "bustle.packs"
local problems = require "bustle.problems"
local square = require "bench.variety.square"

local village = {}

local STEP, DAY = 0.1, 1440 -- seconds

--- Compiles the pack, to know who there is.
-- @tparam string root the folder of the project
function village.load(root)
  local compiled, found = packs.compile(packs.load({ root .. "/behaviours/village" }, {}))
  if not compiled then error(problems.format_all(found), 0) end
  return compiled
end

-- A pack on top that gives everybody another memory.
local function with_memory(compiled, memory)
  local changes = {}
  for _, entity in ipairs(compiled.tables.entities) do
    if entity.npc then changes["npc " .. entity.name] = { memory = memory } end
  end
  return { name = "memories", depends = { "village" }, extend = changes }
end

-- By the names that the trace has: without packs.
local function shared_places(compiled)
  local shared = {}
  for place in pairs(square.shared_places(compiled)) do shared[(place:gsub("^[^./]*%.", ""))] = true end
  return shared
end

local function add(list, time, place, taken, open)
  list[#list + 1] = { time = time * 1000, place = place, taken = taken, open = open }
end

local function trace_into(by_id)
  return function(step)
    local npc = step.npc and by_id[step.npc.id]
    if npc and step.kind == "way" and step.open > 1 then
      add(npc.ways, step.time, ("%s/%s"):format(step.sequence, step.node), step.to, step.open)
    elseif npc and step.kind == "target" and step.action and step.best > 1 then
      add(npc.targets, step.time, step.action, step.target.id, step.best)
    end
  end
end

--- Plays a day.
-- @tparam string root
-- @tparam table compiled of `village.load`
-- @tparam table options `seed`, `seconds`, `memory`: { transitions=, actions= } of everybody, nil: as the pack says
-- @treturn table a record
function village.play(root, compiled, options)
  local list, by_id = { root .. "/behaviours/village" }, {}
  if options.memory then list[2] = with_memory(compiled, options.memory) end
  local world = bustle.world { packs = list, seed = options.seed, clock = { day = DAY, start = "06:00" },
    trace = trace_into(by_id) }
  local record = { npcs = {}, starts = 0, fails = 0, shared = shared_places(compiled) }
  for _, person in ipairs(world:find { tag = "person" }) do
    local npc = { name = person.name, kind = person.kind, starts = {}, ways = {}, targets = {} }
    record.npcs[#record.npcs + 1], by_id[person.id] = npc, npc
  end
  world:on("start", function(person, target, run)
    local npc = by_id[person.id]
    if run.resumed or not npc then return end
    record.starts = record.starts + 1
    npc.starts[#npc.starts + 1] = { time = world:now() * 1000, action = run.action, target = target and target.id or 0 }
  end)
  world:on("fail", function() record.fails = record.fails + 1 end)
  for _ = 1, options.seconds / STEP do world:update(STEP) end
  record.hash = world:hash()
  world:close()
  return record
end

return village
