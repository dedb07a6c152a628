--- `bustle plan`: the day of an NPC, as its plan has it: what holds when, and why it does or does not.
local bustle = require "bustle"
local day_of = require "bustle.tool.plan.day"
local draw = require "bustle.tool.plan.draw"
local keys = require "bustle.common.keys"
local load = require "bustle.tool.load"
local nearest = require "bustle.common.nearest"
local problems = require "bustle.problems"
local sources = require "bustle.packs.sources"
local stand_ins = require "bustle.tool.run.stand_ins"
local terminal = require "bustle.tool.terminal"
local values = require "bustle.tool.run.values"

local LAST_DAY, SHORTEST, LONGEST = 1000000, 1.44, 1000000

local function whole(lowest, highest)
  return function(text)
    local number = tonumber(text)
    return number and number == math.floor(number) and number >= lowest and number <= highest and number or nil
  end
end

local function length(text)
  local number = tonumber(text)
  return number and number >= SHORTEST and number <= LONGEST and number or nil
end

-- "weather=rainy"
local function assignment(text)
  local name, value = text:match("^([^=]+)=(.+)$")
  return name and { name = name, value = value }
end

local plan = {
  name = "plan", arguments = "PACK NPC", least = 2, most = 2, missing = "the pack or the npc",
  summary = "show the day of an npc: what its plan has it do when, and why",
  about = [[Makes a world of the pack, lets a day pass by its clock, and prints the plan of one npc on that day: when
each entry begins (with how much earlier or later than planned), what really holds, and what is against
the others. The roles that bring plans are those that apply with the environment values that you set.
NPC is a name that the pack gives, or a kind of npcs. Everybody stands still meanwhile: what npcs do
to their own states is not played.

An entry that varies begins at another time for everybody, every day: by the npc's name, the seed and the
length of a day. Give those of your game to see its days.

Exit status: 0 shown, 1 the pack has errors, or there is no such npc or no plan, 2 wrong usage.]],
  options = {
    { "day", "which day, 0 if it is left out: the first one", value = "N", read = whole(0, LAST_DAY),
      takes = ("a whole number from 0 to %d"):format(LAST_DAY) },
    { "env", "set an environment value; repeat it for more", value = "NAME=VALUE", read = assignment, often = true,
      takes = "a name and a value, as in weather=rainy" },
    { "seed", "of the world; 0 if it is left out", value = "N", read = whole(-2 ^ 53, 2 ^ 53),
      takes = "a whole number" },
    { "length", "a day takes S seconds, 1440 if it is left out", value = "S", read = length,
      takes = ("seconds from %.4g to %d"):format(SHORTEST, LONGEST) },
    { "mods", "load the mods of this folder, without those that have errors", value = "FOLDER" },
  },
}

local function fail(streams, message, status)
  streams.err:write(("bustle plan: %s\n"):format(terminal.clean(message)))
  return status or 1
end

-- ---- The world ----

local function make(given, streams)
  local compiled, set = load.compile({ given[1] }, streams, plan.name)
  if not compiled then return nil, 1 end
  if given.mods and not sources.disk():list(given.mods) then
    return nil, fail(streams, ("--mods: there is no folder %s"):format(given.mods), 2)
  end
  local exposed = {}
  local made, world = pcall(bustle.world, { packs = set.paths, mods = given.mods, seed = given.seed or 0,
    expose = exposed, clock = { day = given.length or 1440, start = "00:00" } })
  if not made then return nil, fail(streams, (world:gsub("^[^\n]-bustle%.world: ", ""))) end
  stand_ins.fill(exposed, world._names.compiled.names.order)
  for _, problem in ipairs(world.problems) do
    if problem.left_out then
      streams.err:write(("bustle plan: a mod is left out: %s\n"):format(terminal.clean(problems.format(problem))))
    end
  end
  local ok, message = values.apply(world, world._names.compiled, given.env, 1)
  if not ok then return nil, fail(streams, message, 2) end
  return world
end

-- ---- The NPC ----

local function npcs_of(world)
  local list = {}
  for _, each in ipairs(world:find {}) do
    if each.activities then list[#list + 1] = each end
  end
  return list
end

-- What it could have been.
local function names_in(world, list)
  local known, compiled = {}, world._names.compiled
  for _, each in ipairs(list) do
    if each.name then known[each.name] = true end
  end
  for _, entity in ipairs(compiled.tables.entities) do
    if entity.npc then known[compiled:thing("entity", entity.name).name] = true end
  end
  return keys.names(known)
end

local function entity_of(compiled, qualified)
  for _, each in ipairs(compiled.tables.entities) do
    if each.name == qualified then return each end
  end
end

-- The one of that name, or the first of that kind; of a kind that nobody is put into the world of, a new one.
local function find(world, name)
  local compiled, list = world._names.compiled, npcs_of(world)
  for _, each in ipairs(list) do
    if each.name == name then return each end
  end
  local qualified, message = compiled:resolve("entity", name)
  local entity = qualified and entity_of(compiled, qualified)
  if not entity then
    if message and message:find("^ambiguous") then return nil, message end
    local names = names_in(world, list)
    return nil, ("there is no npc '%s' (%s)"):format(name, nearest.question(name, names,
      #names > 0 and "there are " .. table.concat(names, ", ") or "the pack has none"))
  end
  if not entity.npc then return nil, ("'%s' is a prop, and has no plan"):format(name) end
  for _, each in ipairs(list) do
    if compiled:resolve("entity", each.kind) == qualified then return each end
  end
  return world:spawn(qualified)
end

-- Whether any plan could be its.
local function has_plan(world, npc)
  local compiled = world._names.compiled
  local entity = entity_of(compiled, compiled:resolve("entity", npc.kind))
  local roles = {}
  for _, role in ipairs(compiled.tables.roles) do roles[role.name] = role end
  if entity.plan then return true end
  for _, listed in ipairs(entity.roles) do
    if roles[listed.role] and roles[listed.role].plan then return true end
  end
  return false
end

--- Runs the command.
function plan.run(given, streams)
  local world, status = make(given, streams)
  if not world then return status end
  local npc, message = find(world, given[2])
  if not npc then return fail(streams, message) end
  if not has_plan(world, npc) then
    return fail(streams, ("%s has no plan, and no role with one (give it one: plan = \"...\")"):format(given[2]))
  end
  local day = day_of(world, npc, given.day or 0)
  streams.out:write(draw(day, terminal.painter(streams.out)))
  return 0
end

return plan
