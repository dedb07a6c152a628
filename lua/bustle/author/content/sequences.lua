--- Sequences: nodes, and where they go next in all the ways that can be written.
local actions = require "bustle.author.content.actions"
local fields = require "bustle.author.content.fields"
local keys = require "bustle.common.keys"
local merge = require "bustle.author.content.merge"
local messages = require "bustle.author.content.messages"
local nearest = require "bustle.common.nearest"
local nodes = require "bustle.author.content.nodes"

local sequences = {}

local END = "END"

-- ---- Edges ----

-- One edge has a condition or an otherwise; a list of edges has neither.
local function is_edge(value)
  return value.when ~= nil or value.otherwise ~= nil
end

-- The ways of writing `to`, as a list of names and edges.
local function edges_of(value)
  if type(value) == "string" or is_edge(value) then return { value } end
  return value
end

local function add_edge(s, edge, spot, transitions)
  if type(edge) == "string" then edge = { edge } end
  if type(edge) == "table" and edge[2] ~= nil then
    return s.report { code = "bad-type", spot = spot, text = "an edge leads to one node",
      cure = "write an edge for each" }
  end
  local given = fields.read(edge, fields.OPTIONS.edge, s.report, spot)
  if given[1] == nil then
    if type(edge) == "table" and edge[1] == nil then
      s.report { code = "unknown-node", spot = spot, text = "it leads nowhere",
        cure = 'write { "node", when = "..." }' }
    end
    return
  end
  s:check_node(given[1], spot)
  transitions[#transitions + 1] = { to = given[1], otherwise = given.otherwise,
    when = s.build:compile(s.thing, spot .. ", when", given.when, "condition", s.scope) }
end

local function add_edges(s, value, spot)
  local transitions = {}
  if value == nil then return transitions end
  if type(value) == "table" and not is_edge(value) then
    for _, key in ipairs(keys.ordered(value)) do
      if type(key) ~= "number" then
        fields.refuse_key(key, fields.OPTIONS.edge, s.report, spot .. ", to")
      end
    end
  end
  for i, edge in ipairs(edges_of(value)) do
    add_edge(s, edge, ("%s, transition %d"):format(spot, i), transitions)
  end
  return transitions
end

-- ---- Nodes ----

local function add_node(s, name, value)
  local spot = ('node "%s"'):format(name)
  if name == END then
    return s.report { code = "bad-node", spot = spot, text = "END is where a sequence ends, and no node",
      cure = "rename it" }
  end
  local given = fields.read(value, fields.OPTIONS.node, s.report, spot)
  local made = { name = name, failed = given.failed }
  nodes.read(s, made, given, spot, s.build.part_names)
  if given.failed then s:check_node(given.failed, spot .. ", failed") end
  made.transitions = add_edges(s, given.to, spot)
  s.nodes[#s.nodes + 1] = made
end

-- ---- Sequences ----

local Sequence = {}
Sequence.__index = Sequence

-- Which nodes there are is known when all layers are together.
function Sequence:check_node(name, spot, code)
  if name ~= END or code then
    self.ways[#self.ways + 1] = { name = name, spot = spot, code = code or "unknown-node", report = self.report }
  end
end

local function check_ways(made)
  local known, names = {}, {}
  for i, node in ipairs(made.nodes) do known[node.name], names[i] = true, node.name end
  for _, way in ipairs(made.ways) do
    if not known[way.name] and not made.gone[way.name] then
      way.report { code = way.code, spot = way.spot, text = ('unknown node "%s"'):format(way.name),
        cure = nearest.question(way.name, names) }
    end
  end
end

-- Whatever is no option is a node, if it looks like one.
local function node_reader(s)
  return function(key, value)
    if type(key) ~= "string" or key:find("%c") then return false end
    if type(value) == "table" then
      s.written[key] = value
      s.names[#s.names + 1] = key
      return true
    end
    local meant = nearest.question(key, keys.names(fields.OPTIONS.sequence))
    s.report { code = "bad-type", spot = ('node "%s"'):format(key), text = ("it is a %s"):format(type(value)),
      cure = meant or 'write { action = "...", to = "..." }' }
    return true
  end
end

-- `entry = { action = ... }` is most likely a node, and so is `castable` if it has what nodes have.
local function is_node(key, value)
  if key == "entry" or key == "same" then return type(value) == "table" end
  for option in pairs(type(value) == "table" and value or {}) do
    if fields.OPTIONS.node[option] then return true end
  end
  return false
end

local function refuse_nodes(s)
  local value = s.thing.value
  if type(value) ~= "table" then return value end
  local rest = value
  for _, key in ipairs { "castable", "entry", "same" } do
    if is_node(key, value[key]) then
      s.report { code = "bad-name", spot = key, text = ('a node may not be called "%s"'):format(key),
        cure = "it is an option of sequences: rename the node" }
      local without = {}
      for each, field in pairs(rest) do
        if each ~= key then without[each] = field end
      end
      rest = without
    end
  end
  return rest
end

-- ---- Who may be cast ----

-- Always, never, or in the scenes that are listed (S56).
local function read_castable(s, made, value)
  if type(value) == "boolean" then
    made.castable = value and "always" or "never"
  elseif value then
    made.castable, made.castable_in = "default", actions.resolve_all(s.build, s.thing, "scene", value, "castable")
  end
end

-- With a node go the ways that lead to it.
local function forget_node(made, name)
  made.gone[name] = true
  for _, node in ipairs(made.nodes) do
    if node.failed == name then node.failed = nil end
    local kept = {}
    for _, edge in ipairs(node.transitions) do
      if edge.to ~= name then kept[#kept + 1] = edge end
    end
    node.transitions = kept
  end
end

local SCHEMA = {
  single = { { keys = { "entry" }, fields = { "entry" } },
    { keys = { "castable" }, fields = { "castable", "castable_in" } }, { keys = { "same" }, fields = { "same" } },
    { keys = { "kept" }, fields = { "claims_kept" } } },
  lists = { { key = "claim", field = "claims", kind = "claim" }, { field = "ways" } },
  records = { { word = "node", field = "nodes", by = "name", schema = nodes.SCHEMA, removed = forget_node } },
}

local function read(build, thing)
  local s = setmetatable({ build = build, thing = thing, report = build:reporter(thing), scope = build:scope(thing),
    written = {}, names = {}, nodes = {}, ways = {} }, Sequence)
  local value = refuse_nodes(s)
  local given = fields.read(value, fields.options(thing), s.report, nil, node_reader(s))
  if given.entry then s:check_node(given.entry, "entry", "unknown-entry") end
  for _, name in ipairs(s.names) do add_node(s, name, s.written[name]) end
  local made = { name = thing.qualified, origin = thing.origin, entry = given.entry, nodes = s.nodes, ways = s.ways,
    gone = {}, without_entry = is_node("entry", type(thing.value) == "table" and thing.value.entry),
    same = given.same }
  made.claims, made.claims_kept = actions.claims(build, thing, given.claim, s.scope)
  read_castable(s, made, given.castable)
  return made
end

-- `same`: what does not say otherwise is about the same target.
local function aim(build, made)
  for _, node in ipairs(made.same and made.nodes or {}) do
    if node.kind == "meet" then
      if not messages.has_place(node) then node.at_target = true end
    elseif not nodes.is_aimed(node) and nodes.takes_target(build, node) then
      node.same_target = true
    end
  end
  made.same = nil
end

--- Adds a sequence to the core's tables.
function sequences.add(build, thing)
  local made = merge.read(build, thing, read, SCHEMA)
  if made.entry == nil and #made.nodes > 0 and not made.without_entry then
    build:reporter(thing) { code = "unknown-entry", text = "it has no entry",
      cure = 'say where it begins: entry = "..."' }
  end
  check_ways(made)
  aim(build, made)
  if #made.claims == 0 then made.claims_kept = nil end
  for _, node in ipairs(made.nodes) do
    nodes.finish(build, thing, node, ('node "%s"'):format(node.name))
  end
  table.sort(made.nodes, function(a, b) return a.name < b.name end)
  made.ways, made.gone, made.without_entry = nil, nil, nil
  build.tables.sequences[#build.tables.sequences + 1] = made
end

return sequences
