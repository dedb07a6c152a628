--- Actions: conditions, effects, times, targets and claims. The core checks whether the numbers make sense together.
local expression = require "bustle.author.expression"
local fields = require "bustle.author.content.fields"
local keys = require "bustle.common.keys"
local merge = require "bustle.author.content.merge"
local nearest = require "bustle.common.nearest"
local preference = require "bustle.author.content.preference"
local references = require "bustle.author.content.references"

local actions = {}

local function constant(build, thing, spot, text, scope)
  local value, errors = expression.constant(text, scope)
  if not value then build:report_mistakes(thing, spot, errors) end
  return value
end
actions.constant = constant

-- ---- Claims ----

local SUCH = 'write "target.seats" or { "target.seats", 2 }'

local function is_pair(value)
  return #value == 2 and type(value[1]) == "string"
    and (type(value[2]) == "number" or (type(value[2]) == "string" and not value[2]:find("^%s*target%.")))
end

local function amount(build, thing, spot, given, scope)
  if given == nil then return 1 end
  if type(given) == "string" then return constant(build, thing, spot, given, scope) end
  if fields.is_whole(given) then return given end
  build:reporter(thing) { code = "bad-claim", spot = spot, cure = "give a whole number or a constant",
    text = ("the amount is %s"):format(type(given) == "number" and tostring(given) or "a " .. type(given)) }
end

local function add_claim(build, thing, spot, given, scope, list)
  local report = build:reporter(thing)
  if type(given) == "string" then given = { given } end
  if type(given) == "table" and given.kept ~= nil and spot ~= "claim" then
    return report { code = "bad-claim", spot = spot, text = "a sequence keeps all its claims, or none",
      cure = 'write { "target.seats", "target.coins", kept = true }' }
  end
  if type(given) ~= "table" or type(given[1]) ~= "string" or #given > 2 then
    return report { code = "bad-claim", spot = spot, text = "it is no claim", cure = SUCH }
  end
  local state = references.state(build, thing, given[1], "target", scope, spot)
  local value = amount(build, thing, spot, given[2], scope)
  if state and value then list[#list + 1] = { state = state, amount = value } end
end

-- Beside the claims of a sequence may stand whether they are kept through interruptions.
local function check_kept(thing, value, report)
  if value.kept == nil then return true end
  if thing.kind ~= "sequence" then
    report { code = "bad-claim", spot = "claim, kept", text = "only the claims of a sequence can be kept",
      cure = "leave it out, or let a sequence claim it" }
    return false
  end
  if #value == 0 and not thing.of then
    report { code = "bad-claim", spot = "claim", text = "nothing is claimed that could be kept", cure = SUCH }
    return false
  end
  return fields.fits(value.kept, fields.truth, report, "claim, kept")
end

-- `claim = { action = ... }` is most likely a node.
local function check_keys(thing, value, report)
  for key in pairs(value) do
    if fields.OPTIONS.node[key] then
      report { code = "bad-name", spot = "claim", text = 'a node may not be called "claim"',
        cure = "it is an option of sequences: rename the node" }
      return false
    elseif type(key) ~= "number" and key ~= "kept" then
      report { code = "unknown-key", spot = "claim", text = ('unknown key "%s"'):format(tostring(key)),
        cure = SUCH }
      return false
    end
  end
  return check_kept(thing, value, report)
end

--- The claims of an action or sequence (S42): `"target.seats"`, `{ "target.seats", 2 }`, or a list of these; for a
-- sequence with `kept` beside them.
-- @treturn {table,...}
-- @treturn boolean|nil whether they are kept
function actions.claims(build, thing, value, scope)
  local list = {}
  if value == nil then return list end
  if type(value) == "table" then
    if not check_keys(thing, value, build:reporter(thing)) then return list end
    if not is_pair(value) then
      for i, each in ipairs(value) do add_claim(build, thing, ("claim, item %d"):format(i), each, scope, list) end
      return list, value.kept
    end
  end
  add_claim(build, thing, "claim", value, scope, list)
  return list, type(value) == "table" and value.kept or nil
end

-- ---- Options ----

--- The condition that somebody is within so many units, a number or a constant.
-- @treturn {table,...}|nil operations; nil if nothing is given
function actions.within(build, thing, spot, value, scope)
  if value == nil then return nil end
  return build:compile(thing, spot, ("distance <= %s"):format(tostring(value)), "condition", scope)
end

--- Conditions in the order in which they are tested.
-- @tparam {table,...}|nil within
-- @tparam {table,...} when
function actions.first(within, when)
  if not within then return when end
  local all = {}
  for _, list in ipairs { within, when } do
    for _, op in ipairs(list) do all[#all + 1] = op end
  end
  return all
end

-- 3, "self.speed", or a constant (S47).
local function read_travel(build, thing, made, value, scope)
  if type(value) ~= "string" then
    made.speed = value
  elseif value:find("^%s*self%.") then
    made.speed_state = references.state(build, thing, value, "self", scope, "travel")
  else
    made.speed = constant(build, thing, "travel", value, scope)
  end
  if made.speed == 0 then
    build:reporter(thing) { code = "bad-speed", spot = "travel", text = "a speed of 0 arrives nowhere",
      cure = "give a speed above 0" }
  end
end

-- A number of units, or a constant (S47).
local function read_near(build, thing, made, value, scope)
  if type(value) == "string" then value = constant(build, thing, "near", value, scope) end
  made.near = value
end

local function read_times(made, given, report)
  local duration = given.duration
  if type(duration) == "table" then
    made.duration_ms, made.duration_max_ms = fields.milliseconds(duration[1]), fields.milliseconds(duration[2])
  else
    made.duration_ms = fields.milliseconds(duration)
  end
  made.timeout_ms = fields.milliseconds(given.timeout)
  if made.timeout_ms == 0 then
    report { code = "bad-timeout", spot = "timeout", text = "it is 0", cure = "give a longer one, or leave it out" }
  end
end

-- A tag or true says that it takes a target, false that it takes none (S12).
local function read_targets(made, value)
  made.target_tags = {}
  if type(value) == "boolean" then
    made.target = value
  else
    for i, tag in ipairs(fields.list(value)) do made.target_tags[i] = tag end
  end
end

local function resolve_all(build, thing, kind, value, spot)
  local list = {}
  for _, name in ipairs(fields.list(value)) do
    local found = build:resolve(thing, kind, name, spot)
    if found then list[#list + 1] = found.qualified end
  end
  return list
end
actions.resolve_all = resolve_all

-- Options that the core's tables have as they are written, and what they are called there.
local PLAIN = { { "timeout_fails", "timeout_fails" }, { "resumable", "resumable" }, { "ends", "ending" } }

local SCHEMA = {
  single = {
    { keys = { "duration", "travel" }, fields = { "duration_ms", "duration_max_ms", "speed", "speed_state" } },
    { keys = { "near" }, fields = { "near" } }, { keys = { "within" }, fields = { "within" } },
    { keys = { "timeout" }, fields = { "timeout_ms" } },
    preference.SINGLE,
    { keys = { "targets" }, fields = { "target" } },
  },
  lists = {
    { key = "when", field = "when" }, { key = "start", field = "start" }, { key = "finish", field = "finish" },
    { key = "interrupted", field = "interrupted" }, { key = "targets", field = "target_tags" },
    { key = "tags", field = "tags" },
    { key = "claim", field = "claims", kind = "claim" },
    { key = "ends_on", field = "ends_on", kind = "interruption" },
  },
  maps = { { key = "show", field = "show" } },
}
for _, option in ipairs(PLAIN) do table.insert(SCHEMA.single, { keys = { option[1] }, fields = { option[2] } }) end

local function read(build, thing)
  local report = build:reporter(thing)
  local given = fields.read(thing.value, fields.options(thing), report)
  local scope = build:scope(thing)
  local made = { name = thing.qualified, origin = thing.origin }
  for _, option in ipairs(PLAIN) do made[option[2]] = given[option[1]] end
  made.within = actions.within(build, thing, "within", given.within, scope)
  made.when = build:compile(thing, "when", given.when, "condition", scope)
  for _, part in ipairs { "start", "finish", "interrupted" } do
    made[part] = build:compile(thing, part, given[part], "effects", scope)
  end
  read_times(made, given, report)
  read_travel(build, thing, made, given.travel, scope)
  read_near(build, thing, made, given.near, scope)
  read_targets(made, given.targets)
  preference.read(build, thing, made, given.prefer, scope, "prefer")
  made.claims = actions.claims(build, thing, given.claim, scope)
  made.ends_on = resolve_all(build, thing, "interruption", given.ends_on, "ends_on")
  made.tags, made.show = {}, given.show
  for i, tag in ipairs(fields.list(given.tags)) do made.tags[i] = tag end
  return made
end

--- Adds an action to the core's tables, and its tags and what it shows to what is kept aside.
function actions.add(build, thing)
  local made = merge.read(build, thing, read, SCHEMA)
  made.when, made.within = actions.first(made.within, made.when), nil
  build.show[thing.qualified], made.show = made.show, nil
  build.action_tags[thing.qualified], made.tags = made.tags, nil
  if #made.target_tags > 0 then
    build.target_tags[thing.qualified] = made.target_tags
    made.target = true
  end
  made.target_tags = nil
  build.actions[made.name] = made
  build.tables.actions[#build.tables.actions + 1] = made
end

-- ---- When all layers are together ----

-- Whether a path, or one of two, begins at the target: "seat of target", "seat of target in inside of area".
local function begins_at_target(path)
  return path ~= nil and ((path .. " in "):find("%sof%s+target%s+in%s") ~= nil)
end

local function mentions_target(ops)
  for _, op in ipairs(ops) do
    if op.subject == "target" or op.subject == "distance" or op.to == "target"
      or begins_at_target(op.subject == "count" and op.name or op.kind:find("_on_path$") and op.value_name or nil) then
      return true
    end
  end
  return false
end

--- Whether an action takes a target, as the core sees it (S12).
-- @tparam table action of the compiled tables
-- @treturn boolean
function actions.takes_target(action)
  if action.target ~= nil then return action.target end
  if action.speed or action.speed_state or action.preference or #action.claims > 0 then return true end
  return mentions_target(action.when) or mentions_target(action.start) or mentions_target(action.finish)
    or mentions_target(action.interrupted)
end

--- Tells of tags that nothing has: most likely a slip of the pen, but another pack may bring one. Of cues the core
-- does.
function actions.check_tags(build)
  local known = keys.names(build.tagged)
  for _, thing in ipairs(build.order) do
    for _, tag in ipairs(thing.kind == "action" and build.target_tags[thing.qualified] or {}) do
      if not build.tagged[tag] then
        build:reporter(thing) { severity = "warning", code = "unused-tag", spot = "targets",
          text = ('nothing is tagged "%s"'):format(tag),
          cure = nearest.question(tag, known, "tag a prop or npc with it") }
      end
    end
  end
end

return actions
