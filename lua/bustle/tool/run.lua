--- `bustle run`: lets the world of a pack go on for a while without a game, and tells what happens.
local bustle = require "bustle"
local happenings = require "bustle.observe.happenings"
local keys = require "bustle.common.keys"
local load = require "bustle.tool.load"
local nearest = require "bustle.common.nearest"
local story = require "bustle.tool.story"
local terminal = require "bustle.tool.terminal"

local LONGEST = 1000000
local SECONDS = ("seconds from 0 to %d"):format(LONGEST)

local function seconds(text)
  local number = tonumber(text)
  return number and number >= 0 and number <= LONGEST and number or nil
end

local function seed(text)
  local number = tonumber(text)
  return number and number == math.floor(number) and math.abs(number) < 2 ^ 53 and number or nil
end

-- "weather=rainy"
local function assignment(text)
  local name, value = text:match("^([^=]+)=(.+)$")
  return name and { name = name, value = value }
end

local function moment(text)
  local made = assignment(text)
  local at = made and seconds(made.value)
  return at and { name = made.name, at = at }
end

local run = {
  name = "run", arguments = "PACK", least = 1, most = 1, missing = "the pack",
  summary = "let a pack run for a while, and tell what happens",
  about = [[Makes a world of a pack, with what its places put there; if there is no npc among that, with one of
each npc, and if there are no places at all, with one of everything. Then lets time pass and tells
what the npcs do. Actions that the game should end are ended when their time is over.

Exit status: 0 it ran, 1 the pack has errors or one of its functions failed, 2 wrong usage.]],
  options = {
    { "seconds", "for so long, 60 if it is left out", value = "S", read = seconds, takes = SECONDS },
    { "seed", "another course of events, 0 if it is left out", value = "N", read = seed, takes = "a whole number" },
    { "npc", "tell only of this npc, or of those of this kind", value = "NAME" },
    { "explain", "at the end, say why this npc, or the first of this kind, does what it does", value = "NAME" },
    { "log", "write what happens and every decision as JSON Lines; --npc applies", value = "FILE" },
    { "env", "set an environment value; may be given often", value = "NAME=VALUE", read = assignment, often = true,
      takes = "a name and a value, as in weather=rainy" },
    { "raise", "raise an interruption for all after so many seconds", value = "NAME=S", read = moment, often = true,
      takes = "a name and " .. SECONDS .. ", as in noise=20" },
  },
}

-- Updates are this far apart, in seconds.
local STEP = 0.1

local function fail(streams, message, status)
  streams.err:write(("bustle run: %s\n"):format(message))
  return status or 1
end

-- ---- Who is there ----

local function spawn_missing(world, compiled, set)
  local placed, npcs = #compiled.places > 0, false
  for _, each in ipairs(world:find {}) do npcs = npcs or each.activities ~= nil end
  if npcs then return end
  for _, definition in ipairs(compiled.tables.entities) do
    local own = set.names[compiled:thing("entity", definition.name).pack.name]
    if own and (definition.npc or not placed) then world:spawn(definition.name) end
  end
end

-- A test of what is told of, and the first one that passes it.
local function chosen(name, world, compiled, set)
  if not name then return function() return true end end
  local definition = compiled:resolve("entity", name, set.given[1])
  local known, found = {}, false
  for _, each in ipairs(world:find {}) do
    if each.activities then
      known[each.kind] = true
      if each.name then known[each.name] = true end
      local is_meant = each.name == name or compiled:resolve("entity", each.kind) == definition
        or happenings.label(world, each.id).name == name
      found = found or is_meant and each
    end
  end
  if not found then
    return nil, ("there is no npc '%s' (%s)"):format(name, nearest.question(name, keys.names(known),
      "there are " .. table.concat(keys.names(known), ", ")))
  end
  return function(npc)
    return npc.name == name or compiled:resolve("entity", npc.kind) == definition
      or happenings.label(world, npc.id).name == name
  end, found
end

-- ---- What the game would do ----

local WORDS = { ["true"] = true, ["false"] = false }

local function value_of(text)
  if WORDS[text] ~= nil then return WORDS[text] end
  return tonumber(text) or text
end

local function set_environment(world, list)
  for _, each in ipairs(list) do
    local ok, message = pcall(world.set, world, each.name, value_of(each.value))
    if not ok then return nil, (tostring(message):gsub("^[^\n]-:%d+: ", "")) end
  end
  return true
end

-- Ends what the game should end.
local function play(world, compiled)
  for _, action in ipairs(compiled.tables.actions) do
    if action.ending == "game" then
      world:handle(action.name, { update = function(_, _, started)
        return started.remaining ~= nil and started.remaining <= 0
      end })
    end
  end
end

local function check_raised(compiled, list)
  for _, each in ipairs(list) do
    local name, message = compiled:resolve("interruption", each.name)
    if not name then return nil, message end
  end
  return true
end

local function raise_due(world, list, from, to)
  for _, each in ipairs(list) do
    if each.at >= from and each.at < to then world:interrupt(each.name, "all") end
  end
end

local function pass_time(world, raised, length)
  world:update(0)
  for i = 1, math.ceil(length / STEP) do
    raise_due(world, raised, (i - 1) * STEP, i * STEP)
    world:update(math.min(STEP, length - (i - 1) * STEP))
  end
end

-- ---- Tools outside ----

local function told_of(world, tells)
  local list = {}
  for _, each in ipairs(world:find {}) do
    if each.activities and tells(each) then list[#list + 1] = each end
  end
  return list
end

local function write_log(world, path, npcs)
  if not path then return true end
  return world:log(path, { npc = npcs, steps = true })
end

--- Runs the command.
function run.run(given, streams)
  local compiled, set = load.compile({ given[1] }, streams, run.name)
  if not compiled then return 1 end
  local world = bustle.world { packs = set.paths, seed = given.seed or 0,
    explain = given.explain ~= nil or given.log ~= nil }
  local ok, message = set_environment(world, given.env)
  if ok then ok, message = check_raised(compiled, given.raise) end
  if not ok then return fail(streams, message, 2) end
  spawn_missing(world, compiled, set)
  local tells, problem = chosen(given.npc, world, compiled, set)
  if not tells then return fail(streams, problem) end
  local found, explained = chosen(given.explain, world, compiled, set)
  if not found then return fail(streams, explained) end
  ok, message = write_log(world, given.log, given.npc and told_of(world, tells))
  if not ok then return fail(streams, message) end
  play(world, compiled)
  local told = story.new(world, streams.out, tells)
  local length = given.seconds or 60
  pass_time(world, given.raise, length)
  told:finish(length)
  if explained then streams.out:write(("\n%s\n"):format(terminal.clean(tostring(explained:explain())))) end
  return told.errors > 0 and 1 or 0
end

return run
