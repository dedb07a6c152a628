--- `bustle run`: runs a world of packs for a while without a game, and prints what happens.
local bustle = require "bustle"
local fields = require "bustle.author.content.fields"
local happenings = require "bustle.observe.happenings"
local keys = require "bustle.common.keys"
local load = require "bustle.tool.load"
local nearest = require "bustle.common.nearest"
local problems = require "bustle.problems"
local sources = require "bustle.packs.sources"
local stand_ins = require "bustle.tool.run.stand_ins"
local story = require "bustle.tool.story"
local terminal = require "bustle.tool.terminal"
local values = require "bustle.tool.run.values"
local watch = require "bustle.tool.run.watch"

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

-- A minute of it takes a millisecond at least.
local SHORTEST_DAY = 1.44

local function length_of_day(text)
  local number = seconds(text)
  return number and number >= SHORTEST_DAY and number or nil
end

local function time_of_day(text)
  local minute = fields.minute(text)
  return minute and minute < 1440 and text or nil
end

-- "weather=rainy", or "hour=6..22"
local function assignment(text)
  local name, value = text:match("^([^=]+)=(.+)$")
  local from, to = (value or ""):match("^(.-)%.%.(.+)$")
  if from then return { name = name, from = from, to = to } end
  return name and { name = name, value = value }
end

local function moment(text)
  local name, at = text:match("^([^=]+)=(.+)$")
  at = at and seconds(at)
  return at and { name = name, at = at }
end

local run = {
  name = "run", arguments = "PACK...", least = 1, missing = "the pack",
  summary = "let packs run for a while, and print what happens",
  about = [[Makes a world of packs, lets time pass, and prints what the npcs do. The world has what the packs place.
If they place no npc, it also has one of each npc; if they place nothing, it has one of everything.
Actions that the game should end, end when their time is over. For what a game would expose to functions,
the manifests of the packs give stand_ins (docs/packs.md).

Exit status: 0 it ran, 1 a pack has errors or one of its functions failed, 2 wrong usage.]],
  options = {
    { "seconds", "run for S seconds, 60 if it is left out", value = "S", read = seconds, takes = SECONDS },
    { "seed", "another course of events; 0 if it is left out", value = "N", read = seed, takes = "a whole number" },
    { "mods", "load the mods of this folder, without those that have errors", value = "FOLDER" },
    { "npc", "print only this npc, or the npcs of this kind", value = "NAME" },
    { "explain", "at the end, print why this npc, or the first of this kind, does what it does", value = "NAME" },
    { "log", "write what happens and every decision as JSON Lines; with --npc only of those", value = "FILE" },
    { "env", "set an environment value, or let it change: hour=6..22; repeat it for more", value = "NAME=VALUE",
      read = assignment, often = true, takes = "a name and a value, as in weather=rainy or hour=6..22" },
    { "day", "give the world a clock with days of S seconds; 1440 if only --start is given", value = "S",
      read = length_of_day, takes = ("seconds from %g to %d"):format(SHORTEST_DAY, LONGEST) },
    { "start", "start that clock at this time, 06:00 if only --day is given", value = "HH:MM", read = time_of_day,
      takes = "a time of day, as in 06:30" },
    { "raise", "raise an interruption for everybody after S seconds; repeat it for more", value = "NAME=S",
      read = moment, often = true, takes = "a name and " .. SECONDS .. ", as in noise=20" },
    { "watch", "run in real time until Ctrl-C, and read packs again when their files change" },
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
local function chosen(name, world, compiled)
  if not name then return function() return true end end
  local definition = compiled:resolve("entity", name)
  local function is_meant(npc)
    return npc.name == name or compiled:resolve("entity", npc.kind) == definition
      or happenings.label(world, npc.id).name == name
  end
  local known, found = {}, false
  for _, each in ipairs(world:find {}) do
    if each.activities then
      known[each.kind] = true
      if each.name then known[each.name] = true end
      found = found or is_meant(each) and each
    end
  end
  if not found then
    return nil, ("there is no npc '%s' (%s)"):format(name, nearest.question(name, keys.names(known),
      "there are " .. table.concat(keys.names(known), ", ")))
  end
  return is_meant, found
end

-- ---- What the game would do ----

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

-- Packs that were read again may have it no longer.
local function raise_due(world, list, from, to)
  for _, each in ipairs(list) do
    local due = each.at >= from and each.at < to
    if due and world._names.compiled:resolve("interruption", each.name) then world:interrupt(each.name, "all") end
  end
end

-- For so many seconds, or until somebody ends it.
local function pass_time(world, given, told, length)
  world:update(0)
  local i, steps = 0, math.ceil(length / STEP)
  while i < steps do
    i = i + 1
    raise_due(world, given.raise, (i - 1) * STEP, i * STEP)
    world:update(math.min(STEP, length - (i - 1) * STEP))
    if told.interrupted then error("interrupted!", 0) end
    if given.watch and not watch.wait(STEP) then break end
  end
end

-- ---- The packs ----

local function tell_left_out(world, streams)
  for _, problem in ipairs(world.problems) do
    if problem.left_out then
      streams.err:write(("bustle run: a mod is left out: %s\n"):format(terminal.clean(problems.format(problem))))
    end
  end
end

-- The world, the packs that were asked for, and what a game would expose to them; or nil and the exit status.
local function make(given, streams)
  local compiled, set = load.compile(given, streams, run.name)
  if not compiled then return nil, 1 end
  if given.mods and not sources.disk():list(given.mods) then
    return nil, fail(streams, ("--mods: there is no folder %s"):format(given.mods), 2)
  end
  local exposed = {}
  -- Two packs may put somebody of the same name into the world.
  local clock = (given.day or given.start) and { day = given.day, start = given.start } or nil
  local made, world = pcall(bustle.world, { packs = set.paths, mods = given.mods, seed = given.seed or 0,
    expose = exposed, clock = clock, explain = given.explain ~= nil or given.log ~= nil })
  if not made then return nil, fail(streams, terminal.clean((world:gsub("^[^\n]-bustle%.world: ", "")))) end
  stand_ins.fill(exposed, world._names.compiled.names.order)
  tell_left_out(world, streams)
  return world, set, exposed
end

-- Sets what the game would set.
local function furnish(world, given)
  local compiled = world._names.compiled
  local ok, message = check_raised(compiled, given.raise)
  if ok then ok, message = values.apply(world, compiled, given.env, given.seconds or 60) end
  if ok and world:clock() then
    ok, message = values.clock(world, compiled, given.env, given.day ~= nil or given.start ~= nil)
  end
  return ok, message
end

-- What gives the time of day, if there is a clock.
local function clock_of(world)
  return world:clock() and function() return world:clock().time end
end

local function begin_watching(world, told, exposed)
  watch.begin(world, function(changes)
    stand_ins.fill(exposed, world._names.compiled.names.order)
    play(world, world._names.compiled)
    local lines = { "the packs are read again" }
    for _, change in ipairs(changes) do lines[#lines + 1] = change.text end
    told:note(table.concat(lines, "\n"))
  end)
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

-- Lets it run, and tells.
local function go_on(world, given, told, exposed)
  if given.watch then begin_watching(world, told, exposed) end
  pass_time(world, given, told, given.watch and not given.seconds and math.huge or given.seconds or 60)
  told:finish(world:now())
  return told:count_errors() and 1 or 0
end

--- Runs the command.
function run.run(given, streams)
  local world, set, exposed = make(given, streams)
  if not world then return set end
  local ok, message = furnish(world, given)
  if not ok then return fail(streams, message, 2) end
  local compiled = world._names.compiled
  spawn_missing(world, compiled, set)
  local tells, problem = chosen(given.npc, world, compiled)
  if not tells then return fail(streams, problem) end
  local found, explained = chosen(given.explain, world, compiled)
  if not found then return fail(streams, explained) end
  ok, message = write_log(world, given.log, given.npc and told_of(world, tells))
  if not ok then return fail(streams, message) end
  play(world, compiled)
  local status = go_on(world, given, story.new(world, streams.out, tells, clock_of(world)), exposed)
  if explained and explained.alive then
    streams.out:write(("\n%s\n"):format(terminal.clean(tostring(explained:explain()))))
  end
  return status
end

return run
