--- The decision log: what happens in a world as JSON Lines, for other tools. A line is an entry of
-- `bustle.observe.happenings`, as `bustle.observe.explain.keeper` makes them; the game chooses by NPC, by kind and by
-- event. This is `world:log`.
local check = require "bustle.world.check"
local entity = require "bustle.world.entity"
local keys = require "bustle.common.keys"
local nearest = require "bustle.common.nearest"
local report = require "bustle.world.report"
local writer = require "bustle.json.writer"

local log = {}

local FIRST = { "kind", "time", "npc", "number", "definition", "sequence", "node", "to", "action", "target",
  "verdict", "text" }

local EVENTS = { spawn = true, start = true, stop = true, fail = true, fallback = true, interrupt = true,
  ignore = true, halt = true, restart = true, remove = true, error = true, role = true, join = true, leave = true,
  adopt = true, drop = true, enter = true, exit = true, plan = true }

-- ---- What is written ----

local OPTIONS = { npc = true, kind = true, events = true, steps = true }

local function set_of(list)
  local set = {}
  for _, each in ipairs(list) do set[each] = true end
  return set
end

-- The names and spawn numbers of NPCs, as they are given: one or a list, as objects or names.
local function read_npcs(world, given, level)
  if given == nil then return nil end
  if type(given) == "string" or entity.is_entity(given) then given = { given } end
  check.type(given, "table", "log: npc", level + 1)
  local wanted = {}
  for i, each in ipairs(given) do
    if type(each) ~= "string" then
      each = world._core:spawn_number(world:_id(each, ("log: npc, item %d"):format(i), level + 1))
    end
    wanted[each] = true
  end
  return wanted
end

local function read_kinds(world, given, level)
  if given == nil then return nil end
  if type(given) == "string" then given = { given } end
  check.type(given, "table", "log: kind", level + 1)
  local wanted = {}
  for _, each in ipairs(given) do
    wanted[world._names.definitions[world._names:id("entity", each, level + 1)].name] = true
  end
  return wanted
end

local function read_events(given, level)
  if given == nil then return EVENTS end
  if type(given) == "string" then given = { given } end
  check.type(given, "table", "log: events", level + 1)
  for _, each in ipairs(given) do
    if not EVENTS[each] then
      error(("log: there is no event %s (%s)"):format(tostring(each), nearest.question(tostring(each),
        keys.names(EVENTS), "there are " .. table.concat(keys.names(EVENTS), ", "))), level + 1)
    end
  end
  return set_of(given)
end

local function read_options(world, options, level)
  check.type(options, "table", "log: the options", level + 1)
  check.keys(options, OPTIONS, "log", level + 1)
  if options.steps and not (world._keeper and world._keeper.kept > 0) then
    error("log: the steps of decisions are told by worlds that are made with explain = true", level + 1)
  end
  return { npcs = read_npcs(world, options.npc, level + 1), kinds = read_kinds(world, options.kind, level + 1),
    events = read_events(options.events, level + 1), steps = options.steps == true }
end

-- What is about nobody is left out where somebody is asked for.
local function is_wanted(wanted, entry)
  if wanted.npcs and not (wanted.npcs[entry.npc or ""] or wanted.npcs[entry.number or 0]) then return false end
  if wanted.kinds and not wanted.kinds[entry.definition or ""] then return false end
  if EVENTS[entry.kind] then return wanted.events[entry.kind] == true end
  return wanted.steps
end

-- ---- Where it goes ----

local function open(target)
  if type(target) ~= "string" then return { write = target, close = function() end } end
  local file, message = io.open(target, "wb")
  if not file then return nil, message end
  return {
    write = function(text)
      local ok, problem = file:write(text)
      if ok then ok, problem = file:flush() end
      return ok, problem
    end,
    close = function() file:close() end,
  }
end

local Log = {}
Log.__index = Log

local function add(self, entry)
  if not is_wanted(self.wanted, entry) then return end
  self.lines[#self.lines + 1] = writer.line(entry, FIRST)
end

-- Whatever becomes of a log, the game goes on.
local function flush(self)
  if #self.lines == 0 then return end
  local text = table.concat(self.lines, "\n") .. "\n"
  self.lines = {}
  local called, ok, problem = report.protect(self.sink.write, text)
  if called and ok ~= false and not (ok == nil and problem) then return end
  self:stop()
  self.world:_report(called and tostring(problem or "it cannot be written") or ok, ("log%s"):format(self.name))
end

--- Ends it.
function Log:stop()
  if self.stopped then return end
  self.stopped = true
  self.unlisten()
  self.world._logs[self] = nil
  self.sink.close()
end

--- Begins to write a log.
-- @tparam table world with a keeper
-- @tparam string|function target the path of a file, or a function that takes text; it may return nil and why it could
-- not be written
-- @tparam table|nil options see `world:log`
-- @tparam number level as in `error`
-- @treturn[1] table with the method `stop`
-- @treturn[2] nil
-- @treturn[2] string why not
function log.new(world, target, options, level)
  if type(target) ~= "string" then check.callable(target, "log: the first argument", level + 1) end
  local wanted = read_options(world, options or {}, level + 1)
  local sink, message = open(target)
  if not sink then return nil, message end
  local self = setmetatable({ world = world, wanted = wanted, sink = sink, lines = {}, stopped = false,
    name = type(target) == "string" and (' to "%s"'):format(target) or "" }, Log)
  self.unlisten = world:_keep():listen({
    entry = function(entry) add(self, entry) end,
    updated = function() flush(self) end,
  })
  world._logs[self] = true
  return self
end

return log
