--- Cues: responses for which an NPC finds a reason by itself (S53). NPCs and roles have them, by name.
local actions = require "bustle.author.content.actions"
local fields = require "bustle.author.content.fields"
local keys = require "bustle.common.keys"
local nearest = require "bustle.common.nearest"
local preference = require "bustle.author.content.preference"

local cues = {}

-- What a cue that does not say otherwise has (S53).
local PRIORITY, EVERY_MS, AGAIN_MS = -1, 1000, 30000

-- ---- Names ----

--- The name of a cue as the core has it: a name without a pack is one of the pack that writes it.
-- @tparam table build
-- @tparam table thing that has the cue, or takes it away
-- @tparam string name
-- @tparam string spot
-- @treturn string|nil nil, told, if there is no such pack
function cues.qualified(build, thing, name, spot)
  local pack = name:match("^([^.]*)%.")
  if not pack then return ("%s.%s"):format(thing.pack.name, name) end
  if build.names.packs[pack] then return name end
  local known = keys.names(build.names.packs)
  build:reporter(thing) { code = "bad-name", spot = spot, text = ('there is no pack "%s"'):format(pack),
    cure = nearest.question(pack, known, "leave the pack out for a cue of this pack") }
end

local function name_problem(name)
  if type(name) ~= "string" then return ("item %s has no name"):format(tostring(name)) end
  if name == "" or name:find("^%.") or name:find("%.$") or name:find("%..*%.") or name:find("%c") then
    return "it is no name of a cue"
  end
end

-- ---- Reading ----

-- A response, or a scene that the NPC begins with whom it has found.
local function read_response(build, thing, made, given, spot)
  for _, kind in ipairs { "sequence", "scene" } do
    local found = given[kind] and build:resolve(thing, kind, given[kind], ("%s, %s"):format(spot, kind))
    made[kind] = found and found.qualified
    if given[kind] and not found then made.told = true end
  end
  made.as = given.as
  if given.sequence and given.scene then
    build:reporter(thing) { code = "bad-cue", spot = spot, text = "it has a sequence and a scene",
      cure = "make two cues of it" }
    made.scene, made.as, made.told = nil, nil, true
  end
end

local function read_one(build, thing, name, value, spot)
  local scope = build:scope(thing)
  local given = fields.read(value, fields.OPTIONS.cue, build:reporter(thing), spot)
  local made = { name = name, targets = {}, priority = given.priority, every_ms = fields.milliseconds(given.every),
    again_ms = fields.milliseconds(given.again), stays = given.stays, layer = thing, spot = spot,
    -- What is wrong has been told.
    told = type(value) ~= "table" or given.sequence ~= value.sequence or given.scene ~= value.scene or nil }
  read_response(build, thing, made, given, spot)
  for i, tag in ipairs(fields.list(given.targets)) do made.targets[i] = tag end
  made.within = actions.within(build, thing, spot .. ", within", given.within, scope)
  made.when = build:compile(thing, spot .. ", when", given.when, "condition", scope)
  preference.read(build, thing, made, given.prefer, scope, spot .. ", prefer")
  return made
end

--- The cues of an NPC, of a role or of a change to one.
-- @treturn {table,...} as `cues.SCHEMA` merges them
function cues.read(build, thing, value)
  local list = {}
  for _, key in ipairs(keys.ordered(value or {})) do
    local wrong = name_problem(key)
    local spot = ("cues, %s"):format(type(key) == "string" and key:gsub("%c", "?") or tostring(key))
    if wrong then
      build:reporter(thing) { code = "bad-name", spot = "cues", text = wrong,
        cure = 'write cues = { glance = { targets = "person", sequence = "look_up" } }' }
    else
      local name = cues.qualified(build, thing, key, spot)
      if name then list[#list + 1] = read_one(build, thing, name, value[key], spot) end
    end
  end
  return list
end

--- How the cues of several layers become one list.
cues.SCHEMA = {
  key = "cues", field = "cues", by = "name", meant = cues.qualified,
  schema = {
    single = {
      { keys = { "sequence", "scene" }, fields = { "sequence", "scene" } }, { keys = { "as" }, fields = { "as" } },
      { keys = { "within" }, fields = { "within" } },
      { keys = { "priority" }, fields = { "priority" } }, { keys = { "every" }, fields = { "every_ms" } },
      { keys = { "again" }, fields = { "again_ms" } },
      { keys = { "stays" }, fields = { "stays" } }, preference.SINGLE,
    },
    lists = { { key = "targets", field = "targets" }, { key = "when", field = "when" } },
  },
}

-- ---- When all layers are together ----

-- Somebody else's cue that was most likely meant: a change names it with its pack.
local function meant(list, cue)
  local name = cue.name:match("%.(.*)$")
  for _, other in ipairs(list) do
    if other ~= cue and other.name:match("%.(.*)$") == name then
      return ('did you mean ["%s"]?'):format(other.name)
    end
  end
end

local function check(build, list, cue)
  local report = build:reporter(cue.layer)
  if not cue.sequence and not cue.scene and not cue.told then
    report { code = "unknown-sequence", spot = cue.spot, text = "it names no sequence and no scene",
      cure = meant(list, cue) or 'write sequence = "...", or scene = "..." and as = "..."' }
  elseif cue.scene and not cue.as then
    report { code = "unknown-part", spot = cue.spot, text = "it does not say which part the NPC has in the scene",
      cure = 'write as = "..."' }
  elseif cue.as and cue.sequence then
    report { code = "bad-cue", spot = cue.spot .. ", as", cure = "leave it out",
      text = "it is the part in a scene, and this cue has a sequence" }
  elseif cue.scene and cue.stays ~= nil then
    report { code = "bad-cue", spot = cue.spot .. ", stays", text = "whether one stays is for its scene to say",
      cure = "leave it out, or give it to the scene" }
  elseif cue.scene then
    build:cast(cue.layer, cue.scene, cue.as, cue.spot)
  end
end

--- The cues as the core takes them.
-- @tparam table build
-- @tparam {table,...} list as it was merged
-- @treturn {table,...}
function cues.finish(build, list)
  local kept = {}
  for _, cue in ipairs(list) do
    check(build, list, cue)
    if cue.sequence or cue.scene then
      kept[#kept + 1] = { name = cue.name, sequence = cue.sequence, scene = cue.scene, as = cue.as,
        targets = cue.targets, when = actions.first(cue.within, cue.when), preference = cue.preference,
        preferred_state = cue.preferred_state, preferred = cue.preferred, priority = cue.priority or PRIORITY,
        -- Who follows a cue stays where it is unless the cue says otherwise (S63).
        leaves = cue.sequence and cue.stays == false or nil, every_ms = cue.every_ms or EVERY_MS,
        again_ms = cue.again_ms or AGAIN_MS }
    end
  end
  table.sort(kept, function(a, b) return a.name < b.name end)
  return kept
end

return cues
