--- Compiles packs into content: the normalised tables that `core.seal` takes, and beside them what the core does not
-- keep (functions, what actions show, tags, places, where things are written). Collects every mistake, those of the
-- core included. `bustle.author.content.*` read the kinds of definitions.
local actions = require "bustle.author.content.actions"
local allow = require "bustle.author.allow"
local columns = require "bustle.author.content.columns"
local entities = require "bustle.author.content.entities"
local expression = require "bustle.author.expression"
local keys = require "bustle.common.keys"
local layers = require "bustle.author.content.layers"
local name_tables = require "bustle.author.names"
local nearest = require "bustle.common.nearest"
local origins = require "bustle.author.origin"
local packs_of = require "bustle.author.pack"
local places = require "bustle.author.content.places"
local plans = require "bustle.author.content.plans"
local problems = require "bustle.problems"
local quoted = require "bustle.author.content.quoted"
local roles = require "bustle.author.content.roles"
local scenes = require "bustle.author.content.scenes"
local sequences = require "bustle.author.content.sequences"
local vocabulary = require "bustle.author.content.vocabulary"

local content = {}

--- The formatter of problems, one and all.
content.format, content.format_all = problems.format, problems.format_all

-- ---- What the readers of definitions use ----

local Build = {}
Build.__index = Build

--- A function that reports a problem about a thing.
function Build:reporter(thing)
  return function(found)
    if found.severity ~= "warning" then self.broken[thing.of or thing] = true end
    problems.add(self.problems, thing, found)
  end
end

--- Notes that a thing uses another: what is wrong with that one may look wrong in this one.
function Build:refer(thing, other)
  local users = self.users[other] or {}
  self.users[other] = users
  local user = thing.of or thing
  if users[#users] ~= user then users[#users + 1] = user end
end

--- Finds what a name in a thing means; reports it if it means nothing.
function Build:resolve(thing, kind, name, spot)
  local found, problem = self.names:find(kind, name, thing.pack)
  if not found then
    self:reporter(thing) { code = problem.code, spot = spot, text = problem.text, cure = problem.cure }
    return nil
  end
  self:refer(thing, found)
  return found
end

--- Notes that a thing takes a part in a scene, nil: that it only stages it. Which parts there are is known later.
function Build:cast(thing, scene, part, spot)
  scenes.note_casting(self, thing, scene, part, spot)
end

-- The same function in the same thing has one number, so that the core reports its errors as one (S8).
local function number_of(build, thing, fn)
  local numbers = build.numbers[thing] or {}
  build.numbers[thing] = numbers
  if not numbers[fn] then
    local entry = { fn = fn, where = origins.of_function(fn), pack = thing.pack.name, kind = thing.kind,
      thing = thing.qualified, action = thing.kind == "action" and thing.qualified or nil }
    build.functions[#build.functions + 1] = entry
    entry.number = build.functions_from + #build.functions
    numbers[fn] = entry
  end
  return numbers[fn].number, numbers[fn].where
end

-- A part is known in its scene; elsewhere "patron.mood" reads as a constant of a pack.
local function part_elsewhere(build, thing, name)
  local part = thing.kind ~= "scene" and name:match("^([^.]+)%.")
  return part and build.part_names[part] and { code = "unknown-constant",
    text = ('"%s" is a part of a scene, and parts are not known here'):format(part),
    cure = "write target for the member that an action is aimed at, or put it into when of a part" }
end

--- The scope of the expressions in a thing.
function Build:scope(thing)
  local function lookup(kind, results)
    return function(name)
      local found, problem = self.names:find(kind, name, thing.pack)
      if not found then return nil, problem end
      self:refer(thing, found)
      return results[found]
    end
  end
  local constant, link = lookup("constant", self.constants), lookup("link", self.keys)
  return {
    state = lookup("state", self.keys), environment = lookup("environment", self.keys),
    link = function(name)
      if name_tables.BUILT_IN_LINKS[name] then return { name = name, flag = true } end
      return link(name)
    end,
    inbox = lookup("inbox", self.keys),
    offer = function(name) return { name = name } end,
    constant = function(name)
      local value, problem = constant(name)
      return value, problem and (part_elsewhere(self, thing, name) or problem)
    end,
    interruption = function(name)
      local found, problem = self.names:find("interruption", name, thing.pack)
      if not found then return nil, problem end
      self:refer(thing, found)
      return { name = found.qualified }
    end,
    call = function(fn) return number_of(self, thing, fn) end,
    sources = self.sources,
  }
end

--- Reports the mistakes of an expression.
function Build:report_mistakes(thing, spot, mistakes)
  local report = self:reporter(thing)
  for _, mistake in ipairs(mistakes) do
    local excerpt = mistake.text and mistake.column and expression.excerpt(mistake.text, mistake.column)
    report { code = mistake.code, text = mistake.message, cure = mistake.cure, excerpt = excerpt or nil,
      spot = mistake.item and ("%s, item %d"):format(spot, mistake.item) or spot }
  end
end

--- Compiles the condition or effects of a thing.
-- @treturn {table,...} operations; none if there is no source, or if it has mistakes
function Build:compile(thing, spot, source, kind, scope)
  if source == nil then return {} end
  local ops, mistakes = expression.compile(source, kind, scope)
  if not ops then self:report_mistakes(thing, spot, mistakes) end
  return ops or {}
end

-- ---- Packs ----

local function adopt_pack_problems(build, pack)
  for _, problem in ipairs(pack.problems) do
    local thing = build.names.things[problem.kind] and build.names.things[problem.kind][problem.thing]
    if thing and problem.severity ~= "warning" then build.broken[thing] = true end
    local copy = {}
    for key, value in pairs(problem) do copy[key] = value end
    copy.number = #build.problems
    build.problems[#build.problems + 1] = copy
  end
end

local function check_depends(build, pack)
  local known = keys.names(build.names.packs)
  for _, dependency in ipairs(pack.depends) do
    if not dependency.optional and not build.names.packs[dependency.name] then
      problems.add(build.problems, pack.thing, { code = "missing-pack", spot = "depends",
        text = ('pack "%s" is not loaded'):format(dependency.name),
        cure = nearest.question(dependency.name, known, "load it too") })
    end
  end
end

-- Two packs of a name: the second is told and left out.
local function distinct(packs, list)
  local kept, first = {}, {}
  for _, pack in ipairs(packs) do
    if first[pack.name] then
      problems.add(list, pack.thing, { code = "duplicate-name", cure = "rename one of the two",
        text = ("there is another pack of this name%s"):format(first[pack.name].origin
          and " at " .. first[pack.name].origin or "") })
    else
      first[pack.name] = pack
      kept[#kept + 1] = pack
    end
  end
  return kept
end

-- The game sees names as a pack that depends on its packs, in order, would.
local function view_of(packs, given)
  local view = { depends = {} }
  for _, pack in ipairs(packs) do view.depends[#view.depends + 1] = { name = pack.name } end
  if given then
    view.depends = {}
    for i, name in ipairs(given) do view.depends[i] = { name = name } end
  end
  return view
end

local function read_overrides(build, constants)
  local game = { kind = "game", word = "constant", pack = build.view }
  for _, name in ipairs(keys.names(constants or {})) do
    local found, problem = build.names:find("constant", name, build.view)
    if found then
      build.overrides[found] = constants[name]
    else
      game.name, game.qualified = name, name
      problems.add(build.problems, game, { code = problem.code, text = "the game sets it, but no pack has it",
        cure = problem.cure })
    end
  end
end

-- ---- Compiling ----

-- Each phase needs what the ones before it have made.
local PHASES = {
  { state = vocabulary.add_state, environment = vocabulary.add_environment, link = vocabulary.add_link,
    inbox = vocabulary.add_inbox, constant = vocabulary.add_constant },
  { interruption = vocabulary.add_interruption, action = actions.add },
  { scene = scenes.add },
  { sequence = sequences.add },
  { plan = plans.add },
  { role = roles.add, entity = entities.add, place = places.add },
}

local function new_build(packs, options)
  local found = {}
  packs = distinct(packs, found)
  local build = setmetatable({
    problems = found, names = name_tables.new(packs), view = view_of(packs, options.view), order = {}, broken = {},
    users = {}, keys = {}, constants = {}, overrides = {}, functions = {}, numbers = {}, show = {}, tags = {},
    functions_from = options.functions_from or 0, tagged = {}, target_tags = {}, action_tags = {}, accepted = {},
    places = {}, placed = {}, lists_places = options.places ~= false, sources = {}, actions = {}, scenes = {},
    castings = {}, offered = {},
    tables = { states = {}, environment = {}, links = {}, inboxes = {}, interruptions = {}, actions = {},
      sequences = {}, plans = {}, roles = {}, scenes = {}, entities = {}, places = {} },
  }, Build)
  for _, pack in ipairs(packs) do
    adopt_pack_problems(build, pack)
    check_depends(build, pack)
    for _, thing in ipairs(pack.things) do
      -- Of two things of one name the second has been told already.
      if thing.kind == "place" or pack.named[thing.kind][thing.name] == thing then
        build.order[#build.order + 1] = thing
        -- Whoever declared it has told already why something is missing in it.
        if thing.incomplete then build.broken[thing] = true end
      end
    end
  end
  build.layers = layers.read(build, packs)
  scenes.prepare(build)
  read_overrides(build, options.constants)
  return build
end

-- Tells how much is done about a hundred times.
local function teller(progress, total)
  local done, step = 0, math.max(1, math.floor(total / 100))
  return function(thing)
    done = done + 1
    if progress and done % step == 0 then progress(done / total, thing.qualified) end
  end
end

local function read_all(build, progress)
  local tell = teller(progress, #build.order)
  for _, phase in ipairs(PHASES) do
    for _, thing in ipairs(build.order) do
      local add = phase[thing.kind]
      if add then
        add(build, thing)
        tell(thing)
      end
    end
  end
  places.check_links(build)
  if build.lists_places then places.list(build) end
  entities.accept_by_tag(build)
  actions.check_tags(build)
  scenes.check_castings(build)
end

-- ---- The core's problems ----

-- What is broken, and whatever uses it, directly or not: there the core would tell what only follows from that.
local function tainted(build)
  local reached, waiting = {}, {}
  for thing in pairs(build.broken) do
    reached[thing] = true
    waiting[#waiting + 1] = thing
  end
  while #waiting > 0 do
    for _, user in ipairs(build.users[table.remove(waiting)] or {}) do
      if not reached[user] then
        reached[user] = true
        waiting[#waiting + 1] = user
      end
    end
  end
  return reached
end

-- What is wrong with a definition that others change may be their doing.
local function note_changes(problem, list)
  problem.text = ("%s; changed by %s"):format(problem.text, layers.authors(list))
  problem.changed_by = {}
  for i = 2, #list do problem.changed_by[i - 1] = list[i].pack.name end
end

-- A node that nothing leads to, in a sequence that others extend: who wrote it first, and, if it is not the one who
-- wrote the sequence, the name that was most likely meant.
local function stray_node(list, problem)
  local name = problem.code == "unreachable-node" and problem.text:match('^node "(.*)": ')
  for i = 1, name and #list or 0 do
    local value = list[i].value
    if type(value) == "table" and value[name] ~= nil then return i > 1 and list[i] or nil, name end
  end
end

local function other_nodes(build, thing, name)
  local names = {}
  for _, sequence in ipairs(build.tables.sequences) do
    for _, node in ipairs(sequence.name == thing.qualified and sequence.nodes or {}) do
      if node.name ~= name then names[#names + 1] = node.name end
    end
  end
  return names
end

-- The tags of a part that nobody can fill.
local function tags_of_part(build, problem)
  local name = problem.text:match('^part "(.-)"')
  for _, scene in ipairs(build.tables.scenes) do
    for _, part in ipairs(scene.name == problem.thing and scene.parts or {}) do
      if part.name == name then return part.who end
    end
  end
  return {}
end

-- The core does not ask which tag was meant.
local function ask_for_tag(build, problem)
  local tags = {}
  if problem.code == "nobody-tagged" then tags = { problem.text:match('the tag "(.*)" that') } end
  if problem.code == "nobody-fills" then tags = tags_of_part(build, problem) end
  for _, tag in ipairs(tags) do
    if not build.tagged[tag] then problem.cure = nearest.question(tag, keys.names(build.tagged), problem.cure) end
  end
end

local function adopt(build, problem, thing)
  ask_for_tag(build, problem)
  local list = build.layers[columns.teller(thing)]
  local author, node = stray_node(list or {}, problem)
  if author then
    problem.origin = author.origin
    problem.cure = nearest.question(node, other_nodes(build, thing, node), problem.cure)
    return problems.adopt(build.problems, problem, author)
  end
  problems.adopt(build.problems, problem, columns.teller(thing))
  if thing and thing.scene then build.problems[#build.problems].column = thing end
  if list then note_changes(build.problems[#build.problems], list) end
end

local function seal(build, core)
  local sealed, found = core.seal(build.tables)
  local held_back = tainted(build)
  for _, problem in ipairs(found or {}) do
    local by_name = build.names.things[problem.kind]
    local thing
    if problem.kind == "place" then thing = build.placed[problem.origin] -- its name is that of what is placed
    else thing = by_name and by_name[problem.thing] end
    if not (thing and held_back[thing]) then
      adopt(build, problem, thing)
      if thing and problem.severity == "error" then build.broken[thing] = true end
    end
  end
  return sealed
end

-- ---- What is kept ----

local function keys_by_name(build, kind)
  local made = {}
  for name, thing in pairs(build.names.things[kind]) do made[name] = build.keys[thing] end
  return made
end

local function constants_by_name(build)
  local made = {}
  for name, thing in pairs(build.names.things.constant) do made[name] = build.constants[thing] end
  return made
end

local Compiled = {}
Compiled.__index = Compiled

--- Finds the qualified name that a name stands for.
-- @tparam string kind one of `KINDS` of `bustle.author.names`
-- @tparam string name
-- @tparam[opt] string pack in which pack it is written; nil: in the game
-- @treturn[1] string
-- @treturn[2] nil
-- @treturn[2] string what is wrong, with the cure
function Compiled:resolve(kind, name, pack)
  local found, problem = self.names:find(kind, name, pack and self.names.packs[pack] or self.view)
  if found then return found.qualified end
  return nil, problem.cure and ("%s (%s)"):format(problem.text, problem.cure) or problem.text
end

--- The shortest name that stands for a thing where it is written: without its pack wherever that is clear.
-- @tparam string kind
-- @tparam string qualified
-- @tparam[opt] string pack in which pack it is written; nil: in the game
-- @treturn string
function Compiled:short(kind, qualified, pack)
  local name = qualified:match("%.(.*)$")
  return name and self:resolve(kind, name, pack) == qualified and name or qualified
end

--- What is known of a thing: `{ kind=, word=, name=, qualified=, origin=, pack= }`.
-- @tparam string kind
-- @tparam string qualified
-- @treturn table|nil
function Compiled:thing(kind, qualified)
  return self.names.things[kind][qualified]
end

local function compiled_of(build, sealed)
  return setmetatable({
    content = sealed, tables = build.tables, problems = build.problems, names = build.names, view = build.view,
    functions = build.functions, show = build.show, tags = build.tags, tagged = build.tagged, places = build.places,
    target_tags = build.target_tags, action_tags = build.action_tags, layers = build.layers,
    constants = constants_by_name(build), held_back = tainted(build), sources = build.sources,
    keys = { state = keys_by_name(build, "state"), environment = keys_by_name(build, "environment"),
      link = keys_by_name(build, "link"), inbox = keys_by_name(build, "inbox") },
  }, Compiled)
end

local function check_arguments(packs)
  if type(packs) ~= "table" then error(("packs must be a list, not a %s"):format(type(packs)), 3) end
  for i, pack in ipairs(packs) do
    if not packs_of.is_pack(pack) then error(("packs, item %d is not a pack"):format(i), 3) end
  end
end

--- Compiles packs.
--
-- The result has `content` (of the core), `tables` (what it was sealed from), `problems` (warnings), `functions`
-- (by number: `{ fn=, where=, pack=, kind=, thing=, action= }`), `show`, `action_tags` and `target_tags` (by action),
-- `tags` (by entity), `tagged` (entities by tag), `places`, `constants`, `keys.state` and `keys.environment`
-- (`{ name=, flag=, values= }` by name), all by qualified names, `layers` (by thing: itself and the changes to it),
-- `sources` (what conditions were compiled from, by the first operation of each), and the methods
-- `resolve`, `short` and `thing`. Where there are errors, a result without `content` comes third: what could be made of
-- the rest, for those who look for more. Its `held_back` is a set of the things that are wrong or use what is, its
-- `allowed` (of `bustle.author.allow`) are the warnings that are meant.
-- @tparam {table,...} packs of `bustle.pack`
-- @tparam[opt] table options `constants`: values by name that the game sets in place of the packs'; `view`: the names
-- of the packs that the game sees, nil: all of them; `progress`: takes how much is done, from 0 to 1, and the
-- name of a thing; `core`: another core; `places`: false if nothing will be put into a world
-- @treturn[1] table
-- @treturn[2] nil
-- @treturn[2] {table,...} problems in order; see `bustle.problems`
-- @treturn[2] table
function content.compile(packs, options)
  check_arguments(packs)
  options = options or {}
  nearest.renew()
  local build = new_build(packs, options)
  read_all(build, options.progress)
  local sealed = seal(build, options.core or require "bustle.core")
  nearest.renew()
  local allowed = allow.read(build.order, build.layers)
  build.problems = problems.sort(allowed:without(build.problems))
  local failed = problems.has_errors(build.problems)
  local compiled = compiled_of(build, not failed and sealed or nil)
  compiled.allowed = allowed
  for _, problem in ipairs(build.problems) do
    if problem.by_core then quoted.name(compiled, problem) end
    if problem.column then
      problem.text = columns.said(problem.column, problem.text)
      problem.spot = problem.spot and columns.said(problem.column, problem.spot)
    end
  end
  if failed then return nil, build.problems, compiled end
  return compiled
end

return content
