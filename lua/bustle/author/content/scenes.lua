--- Scenes: what several NPCs do together (S54). A scene is a table whose rows are phases; what stands in the column of
-- a part becomes a sequence of its own, SCENE.PART.
local actions = require "bustle.author.content.actions"
local fields = require "bustle.author.content.fields"
local layers = require "bustle.author.content.layers"
local merge = require "bustle.author.content.merge"
local nearest = require "bustle.common.nearest"
local parts = require "bustle.author.content.parts"
local rows = require "bustle.author.content.rows"

local scenes = {}

-- ---- Which parts there are ----

-- Expressions and targets anywhere in a scene may name a part that another layer brings.
local function note_parts(build, thing)
  local noted = { names = {}, known = {}, loose = {} }
  local list = build.layers[thing] or { thing }
  for i = layers.first(list), #list do
    local value = list[i].value
    for _, name in ipairs(parts.names(type(value) == "table" and value.parts)) do
      if not noted.known[name] then noted.names[#noted.names + 1] = name end
      noted.known[name] = true
      build.part_names[name] = build.part_names[name] or {}
      build.part_names[name][list[i].pack] = true
    end
  end
  build.scenes[thing] = noted
end

--- Finds out which parts scenes have, before anything is read that may name them.
function scenes.prepare(build)
  build.part_names = {}
  for _, thing in ipairs(build.order) do
    if thing.kind == "scene" then note_parts(build, thing) end
  end
end

-- ---- Reading ----

-- Options that the core's tables have as they are written, and those in seconds.
local PLAIN = { "topic", "priority", "stays" }
local SECONDS = { "patience", "limit", "longest", "rest" }

-- What stands under a number is a row. The name of a part beside the options was most likely meant as a cell, and what
-- is called rows as rows.
local function row_reader(s)
  return function(key, value)
    if type(key) == "number" and key > 0 and key < math.huge then
      s.written[#s.written + 1] = { key, value }
      return true
    end
    if key == "rows" and not s.parts[key] then
      s.report { code = "unknown-key", text = "rows have no table of their own",
        cure = 'write them in the scene itself, one after the other: { patron = "walk_up", server = "nod" }' }
      for name in pairs(s.parts) do s.loose[name] = true end
      return true
    end
    if not s.parts[key] then return false end
    s.report { code = "unknown-key", text = ('"%s" stands in no row'):format(key),
      cure = ('put braces around it: { %s = ... }'):format(key) }
    s.loose[key] = true
    return true
  end
end

local function read_within(s, made, value)
  if type(value) == "string" then value = actions.constant(s.build, s.thing, "within", value, s.scope) end
  made.within = value
  if value and value < 0 then
    s.report { code = "bad-type", spot = "within", text = ("it is %d"):format(value),
      cure = "give 0 or more units, or leave it out: then there is no limit" }
  end
end

local function read_options(s, made, given)
  for _, key in ipairs(PLAIN) do made[key] = given[key] end
  for _, key in ipairs(SECONDS) do made[key .. "_ms"] = fields.milliseconds(given[key]) end
  read_within(s, made, given.within)
  local waiting = given.waiting and s.build:resolve(s.thing, "action", given.waiting, "waiting")
  made.waiting = waiting and waiting.qualified
  if given.interrupted then made.interrupted_breaks = true end
end

local function read(build, thing)
  local noted = build.scenes[thing.of or thing]
  local s = { build = build, thing = thing, report = build:reporter(thing), scope = build:scope(thing),
    parts = noted.known, loose = noted.loose, written = {}, cure_of_two = "make two rows of it" }
  s.scope.parts = noted.names
  local given = fields.read(thing.value, fields.options(thing), s.report, nil, row_reader(s))
  local made = { name = thing.qualified, origin = thing.origin, rows = {} }
  read_options(s, made, given)
  made.parts = parts.read(build, thing, given.parts, s.scope)
  for _, each in ipairs(s.written) do made.rows[#made.rows + 1] = rows.read(s, each[1], each[2]) end
  return made
end

-- ---- Merging ----

parts.SCHEMA.removed = rows.forget_part

local SCHEMA = {
  single = { { keys = { "within" }, fields = { "within" } }, { keys = { "waiting" }, fields = { "waiting" } },
    { keys = { "interrupted" }, fields = { "interrupted_breaks" } } },
  records = { parts.SCHEMA, rows.SCHEMA },
}
for _, key in ipairs(PLAIN) do table.insert(SCHEMA.single, { keys = { key }, fields = { key } }) end
for _, key in ipairs(SECONDS) do table.insert(SCHEMA.single, { keys = { key }, fields = { key .. "_ms" } }) end

-- ---- What parts do ----

-- A thing that nobody wrote, for the sequence that a column becomes. What is wrong with one of the two is wrong with
-- the other.
local function column_thing(build, thing, part)
  local made = { kind = "sequence", word = "sequence", name = ("%s.%s"):format(thing.name, part),
    qualified = ("%s.%s"):format(thing.qualified, part), origin = thing.origin, pack = thing.pack, scene = thing,
    part = part }
  build.names:add(made)
  build:refer(made, thing)
  build:refer(thing, made)
  return made
end

local function add_column(build, thing, made, part)
  local sequence = column_thing(build, thing, part.name)
  local nodes = rows.column(build, thing, made.rows, part.name)
  local entry = nodes[1].name
  table.sort(nodes, function(a, b) return a.name < b.name end)
  table.insert(build.tables.sequences, { name = sequence.qualified, origin = thing.origin, entry = entry,
    nodes = nodes, claims = {} })
  part.sequence = sequence.qualified
end

-- Each part has a column, a sequence, or whatever its members do about the topic.
local function finish_part(build, thing, made, part)
  local report, spot = build:reporter(thing), ('part "%s"'):format(part.name)
  local cells = rows.has_cells(made.rows, part.name)
  if cells and part.sequence then
    report { code = "bad-part", spot = spot, text = "it has a sequence, and cells in the rows",
      cure = "leave out one of the two" }
  elseif cells then
    add_column(build, thing, made, part)
  elseif not part.sequence and not made.topic and not part.told and not build.scenes[thing].loose[part.name] then
    report { code = "bad-part", spot = spot, text = "it has nothing to do",
      cure = #made.rows > 0 and "give it a cell in a row, a sequence, or the scene a topic"
        or "write rows, give it a sequence, or the scene a topic" }
  end
  part.least, part.most, part.told = part.least or 1, part.most or 1, nil
end

--- Adds a scene to the core's tables, and the sequences that its columns become.
function scenes.add(build, thing)
  local made = merge.read(build, thing, read, SCHEMA)
  table.sort(made.rows, function(a, b) return a.number < b.number end)
  if #made.parts == 0 and not build.broken[thing] then
    build:reporter(thing) { code = "without-parts", text = "it has no parts",
      cure = 'write parts = { "patron", { "server", who = "server" } }' }
  end
  for _, part in ipairs(made.parts) do finish_part(build, thing, made, part) end
  made.within, made.rows = made.within or -1, nil
  build.tables.scenes[#build.tables.scenes + 1] = made
end

-- ---- Who casts them ----

local function check_casting(casting, made)
  local names = {}
  for i, part in ipairs(made.parts) do
    if part.name == casting.as then return end
    names[i] = part.name
  end
  casting.report { code = "unknown-part", spot = casting.spot .. ", as",
    text = ('scene "%s" has no part "%s"'):format(casting.shown, casting.as),
    cure = nearest.question(casting.as, names, ("it has %s"):format(table.concat(names, ", "))) }
end

--- Checks the parts that nodes and cues name, when all scenes have been read.
function scenes.check_castings(build)
  local by_name = {}
  for _, made in ipairs(build.tables.scenes) do by_name[made.name] = made end
  for _, casting in ipairs(build.castings) do
    -- Of a scene whose parts are wrong, that has been told.
    local made = by_name[casting.scene]
    if made and not build.broken[build.names.things.scene[casting.scene]] then check_casting(casting, made) end
  end
end

--- Notes that somebody takes a part in a scene.
-- @tparam table build
-- @tparam table thing that says so
-- @tparam string scene qualified
-- @tparam string|nil part nil: the scene is only staged
-- @tparam string spot
function scenes.note_casting(build, thing, scene, part, spot)
  if not part then return end
  table.insert(build.castings, { report = build:reporter(thing), scene = scene, as = part, spot = spot,
    shown = build.names.things.scene[scene].name })
end

return scenes
