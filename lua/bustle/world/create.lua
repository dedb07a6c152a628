--- Making a world: its options, its content, the callbacks of the core, and what its packs put into it.
local core = require "bustle.core"
local check = require "bustle.world.check"
local delivery = require "bustle.world.delivery"
local environment = require "bustle.world.environment"
local events = require "bustle.world.events"
local functions = require "bustle.world.functions"
local keeper = require "bustle.observe.explain.keeper"
local name_tables = require "bustle.world.names"
local origins = require "bustle.author.origin"
local packs = require "bustle.packs"
local plans = require "bustle.world.plans"
local problems = require "bustle.problems"
local sandbox = require "bustle.author.sandbox"
local sources = require "bustle.packs.sources"
local steps = require "bustle.world.steps"

local create = {}

-- ---- Options ----

local OPTIONS = { packs = true, seed = true, ends = true, constants = true, limits = true, restart = true,
  expose = true, metric = true, mods = true, search = true, source = true, progress = true, trace = true, places = true,
  sandbox = true, explain = true, clock = true }

-- The core's name and the range of each.
local LIMITS = {
  depth = { "depth_limit", 1, 255 }, steps = { "step_limit", 1, 65535 }, queue = { "queue_limit", 0, 255 },
  activities = { "activity_limit", 1, 255 }, failures = { "failure_limit", 0, 255 },
}

local LONGEST_RESTART = 2147483

local function restart_of(value, level)
  if value == nil then return nil end
  if value == false then return -1 end
  if type(value) ~= "number" or not (value >= 0 and value <= LONGEST_RESTART) then
    error(("bustle.world: restart must be seconds from 0 to %d, or false, not %s"):format(LONGEST_RESTART,
      type(value) == "number" and tostring(value) or "a " .. type(value)), level + 1)
  end
  return math.floor(value * 1000 + 0.5)
end

-- As a double: 2^64 itself is too much.
local LOWEST_SEED, SEEDS_END = -2 ^ 63, 2 ^ 64

local function check_seed(seed, level)
  if seed == nil then return end
  if type(seed) ~= "number" or seed ~= math.floor(seed) or seed < LOWEST_SEED or seed >= SEEDS_END then
    error(("bustle.world: seed must be a whole number of at most 64 bits, not %s"):format(
      type(seed) == "number" and tostring(seed) or "a " .. type(seed)), level + 1)
  end
end

local TYPES = { constants = "table", limits = "table", expose = "table", search = "table", mods = "string",
  progress = "function", places = "boolean", trace = "function", sandbox = "table" }

local function check_types(options, level)
  for name, kind in pairs(TYPES) do
    if options[name] ~= nil then check.type(options[name], kind, "bustle.world: " .. name, level + 1) end
  end
  for i, path in ipairs(options.search or {}) do
    check.type(path, "string", ("bustle.world: search, item %d"):format(i), level + 1)
  end
  if options.source ~= nil and not sources.is_source(options.source) then
    error("bustle.world: source must have the methods list and read", level + 1)
  end
end

-- How many decisions of each NPC are kept.
local function kept_of(explain, level)
  if explain == nil or explain == false then return nil end
  if explain == true then return keeper.KEPT end
  if type(explain) ~= "number" then
    error(("bustle.world: explain must be true, false or how many decisions are kept, not a %s"):format(type(explain)),
      level + 1)
  end
  check.whole(explain, 1, 100000, "bustle.world: explain", level + 1)
  return explain
end

local function check_sandbox(limits, level)
  check.keys(limits, sandbox.LIMITS, "bustle.world, sandbox", level + 1)
  for name, value in pairs(limits) do
    if type(value) ~= "number" or not (value > 0 and value <= sandbox.MOST) then
      error(("bustle.world, sandbox: %s must be a number from 0 to %.0f, not %s"):format(name, sandbox.MOST,
        type(value) == "number" and tostring(value) or "a " .. type(value)), level + 1)
    end
  end
end

local function read_options(options, level)
  check.type(options, "table", "bustle.world: the argument", level + 1)
  check.keys(options, OPTIONS, "bustle.world", level + 1)
  check_types(options, level + 1)
  check_seed(options.seed, level + 1)
  check_sandbox(options.sandbox or {}, level + 1)
  if options.ends ~= nil and options.ends ~= "timed" and options.ends ~= "game" then
    error(('bustle.world: ends must be "timed" or "game", not %s'):format(tostring(options.ends)), level + 1)
  end
  if options.metric ~= nil and options.metric ~= "euclidean" and options.metric ~= "manhattan" then
    error(('bustle.world: metric must be "euclidean" or "manhattan", not %s'):format(tostring(options.metric)),
      level + 1)
  end
  local made = { seed = options.seed, ending = options.ends, restart_ms = restart_of(options.restart, level + 1) }
  made.day_ms, made.day_start_ms = plans.settings(options.clock, level + 1)
  check.keys(options.limits or {}, LIMITS, "bustle.world, limits", level + 1)
  for name, value in pairs(options.limits or {}) do
    local limit = LIMITS[name]
    check.whole(value, limit[2], limit[3], "bustle.world, limits: " .. name, level + 1)
    made[limit[1]] = value
  end
  return made
end

local function check_packs(given, level)
  check.type(given, "table", "bustle.world: packs", level + 1)
  for i, item in ipairs(given) do
    if type(item) ~= "table" and type(item) ~= "string" then
      error(("bustle.world: packs, item %d must be a folder, a pack or a table, not a %s"):format(i, type(item)),
        level + 1)
    end
  end
  for key in pairs(given) do
    if type(key) ~= "number" or given[key] == nil or key < 1 or key > #given or key % 1 ~= 0 then
      error(("bustle.world: packs has a key %s"):format(tostring(key)), level + 1)
    end
  end
end

--- Loads and compiles the content of a world, once more if its packs have changed.
-- @tparam table from the options of a world that are about its content, and where it was made (`origin`)
-- @tparam number functions_from the number after which its functions are counted
-- @treturn[1] table of `content.compile`
-- @treturn[1] {string,...} the files and folders that it was read from
-- @treturn[2] nil
-- @treturn[2] {table,...} the problems
function create.compile(from, functions_from)
  local recording = sources.recording(from.source or sources.default())
  local set = packs.load(from.packs, { mods = from.mods, search = from.search, source = recording,
    progress = from.progress, origin = from.origin, limits = from.sandbox })
  local compiled, found = packs.compile(set, { constants = from.constants, progress = from.progress,
    functions_from = functions_from, places = from.places })
  if not compiled then return nil, found, recording.paths end
  return compiled, recording.paths
end

local function content_options(options, level)
  check_packs(options.packs, level + 1)
  local from = { packs = options.packs, mods = options.mods, search = options.search, source = options.source,
    progress = options.progress, constants = options.constants, sandbox = options.sandbox,
    places = options.places }
  -- One further up if the caller is no Lua function, as `pcall` is not.
  from.origin = origins.of_level(level + 1) or origins.of_level(level + 2)
  return from
end

local function compile(from, level)
  local compiled, result = create.compile(from, 0)
  if not compiled then
    error(("bustle.world: the content has problems:\n%s"):format(problems.format_all(result)), level + 1)
  end
  return compiled, result
end

-- What a world that does not say measures by: as a pack of JSON files asks for, which was written for that.
local function metric_of(options)
  local metric = options.metric
  for _, pack in ipairs(options.packs) do
    metric = metric or type(pack) == "table" and pack.metric or nil
  end
  return metric or "euclidean"
end

-- ---- Callbacks ----

-- What the core says of an error that has been told already, with more words.
local function is_known(text)
  return text:find(": function failed: ", 1, true) or text:find("^the query for ")
end

-- What the core tells of decisions, if anybody wants to know.
local function trace_of(world, trace)
  local kept, tell = world._keeper, trace and steps.teller(world, trace)
  if not kept then return tell end
  return function(step)
    kept:step(step)
    if tell then tell(step) end
  end
end

-- What the game answers is written down while the world is recorded, and read while that is replayed.
local function witnessed(world, kind, fn)
  return function(about, ...)
    local witness = world._witness
    if witness then return witness:ask(kind, fn, about, ...) end
    return fn(about, ...)
  end
end

local function callbacks_of(world, exposed, trace)
  local call = world._functions:caller(exposed)
  local callbacks = { condition = call, effect = call, trace = trace_of(world, trace) }

  function callbacks.query_condition(id)
    return (world._environment:answer(id))
  end

  function callbacks.query_position(id)
    local provider = world._position
    if not provider then return nil end
    local x, y, z = provider(world:_object(id))
    if x == nil then return nil end
    return x, y or 0, z or 0
  end

  function callbacks.log(level, text)
    if level == "error" and not is_known(text) then world._delivery:report(text, "content") end
  end

  -- The same function of the same thing is reported once per update (S8).
  function callbacks.error(message, where, callback, number)
    if callback == "query_condition" then
      return world._delivery:report(message, ('provider of "%s"'):format(where))
    elseif callback == "query_position" then
      return world._delivery:report(message, ("provider of positions, for a %s"):format(where))
    elseif callback == "trace" then
      return world._delivery:report(message, "trace")
    end
    local entry = world._functions:about(number)
    if not entry or world._told[number] then return end
    world._told[number] = true
    world._delivery:report(message, ('pack "%s", %s "%s", %s at %s'):format(entry.pack, entry.kind, entry.thing,
      callback, entry.where))
  end

  for _, kind in ipairs { "condition", "effect", "query_condition", "query_position" } do
    callbacks[kind] = witnessed(world, kind, callbacks[kind])
  end
  return callbacks
end

-- ---- What packs put into the world ----

local function definition_of(world, place)
  return world._names.definitions[world._names.content:find("entity", place.definition)]
end

local function blame(world, place, message, level)
  error(("bustle.world: %splace of %s: %s"):format(place.origin and place.origin .. ": " or "",
    definition_of(world, place).name, message), level + 1)
end

local function put(world, place, level)
  local id, message = world:_spawn(definition_of(world, place),
    { name = place.name, x = place.x, y = place.y, z = place.z, state = place.states }, level + 1)
  if not id then blame(world, place, message, level + 1) end
  return id
end

-- When all of them are there.
local function link_places(world, places, ids, by_name, level)
  for i, place in ipairs(places) do
    for _, link in ipairs(place.links or {}) do
      local kind = world._names.content:find("link", link.link)
      local ok, message = world._core:link(ids[i], kind, by_name[link.to], link.value or 1)
      if not ok then blame(world, place, message, level + 1) end
    end
  end
end

local function furnish(world, level)
  local places, ids, by_name = world._names.compiled.places, {}, {}
  for i, place in ipairs(places) do
    ids[i] = put(world, place, level + 1)
    if place.name then by_name[place.name] = ids[i] end
  end
  link_places(world, places, ids, by_name, level + 1)
end

-- ---- All of it ----

--- Makes a world.
-- @tparam table options see `bustle.world`
-- @tparam table class its methods
-- @tparam number level as in `error`
function create.world(options, class, level)
  local settings = read_options(options, level + 1)
  local kept = kept_of(options.explain, level + 1)
  local from = content_options(options, level + 1)
  settings.metric = metric_of(options)
  local compiled, files = compile(from, level + 1)
  local names = name_tables.new(compiled)
  local world = setmetatable({
    problems = compiled.problems, _names = names, _now = 0, _carry = 0, _step = 0, _unfinished = false,
    _halfway = false, _delivering = false, _updating = false, _closed = false, _position = nil, _objects = {},
    _left = {}, _leaving = {}, _owners = {}, _labels = {}, _told = {}, _doing = {}, _states = {}, _from = from,
    _files = files, _watch = nil, _options = options, _metric = settings.metric, _logs = {},
  }, class)
  world._events = events.new(names)
  world._delivery = delivery.new(world, names)
  world._environment = environment.new(world, names)
  world._functions = functions.new(world)
  world.env = world._environment:reader()
  if kept then world._keeper = keeper.new(world, kept) end
  local made, result = pcall(core.world, compiled.content, settings, callbacks_of(world, options.expose or {},
    options.trace))
  if not made then error(("bustle.world: %s"):format(tostring(result)), level + 1) end
  if not result then error("bustle.world: not enough memory", level + 1) end
  world._core = result
  if options.places ~= false then furnish(world, level + 1) end
  return world
end

return create
