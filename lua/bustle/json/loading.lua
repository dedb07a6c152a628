--- Loading the five kinds of files into a pack, in the order in which each can name what the ones before it define.
local actions = require "bustle.json.actions"
local cursor = require "bustle.json.cursor"
local document = require "bustle.json.document"
local entities = require "bustle.json.entities"
local packs = require "bustle.author.pack"
local problems = require "bustle.problems"
local registry = require "bustle.json.registry"
local sequences = require "bustle.json.sequences"
local vocabulary = require "bustle.json.vocabulary"

local loading = {}

local Loading = {}
Loading.__index = Loading

-- ---- What the readers of files use ----

--- Seconds of milliseconds.
function Loading.seconds(milliseconds)
  return milliseconds and milliseconds / 1000
end

--- Declares a thing.
-- @tparam table at cursor
function Loading:declare(at, word, name, value)
  self.pack:declare(word, name, value, at:origin())
  local thing = at:subject()
  self.pack.named[thing.kind][name].incomplete = thing.incomplete
end

--- Notes that definitions are missing if the array that has them is.
function Loading:require_complete(array, kind)
  if not array then self.kinds[kind].complete = false end
end

-- ---- Files ----

-- The files in the order of loading: the kinds of things that each defines, and its reader.
local FILES = {
  { option = "schema", defines = { "state", "interruption" }, read = vocabulary.read_schema },
  { option = "conditions", defines = { "environment" }, read = vocabulary.read_conditions },
  { option = "actions", defines = { "action" }, read = actions.read },
  { option = "sequences", defines = { "sequence" }, read_all = sequences.read },
  { option = "entities", defines = { "entity" }, read = entities.read },
}

local KINDS = {
  { kind = "state", shown = "state", file = "the schema", words = true },
  { kind = "interruption", shown = "interruption", file = "the schema", words = true },
  { kind = "environment", shown = "env", file = "the conditions", words = true },
  { kind = "action", shown = "action", file = "the actions" },
  { kind = "sequence", shown = "sequence", file = "the sequences" },
  { kind = "entity", shown = "entity", file = "the entities" },
}

local function report(self, read, found)
  found.origin = found.at and ("%s:%d"):format(read.name, read.line(found.at)) or read.name
  problems.add(self.pack.problems, self.pack.thing, found)
end

-- The outermost value of a file; nil if it is no JSON.
local function open(self, source)
  local read, found = document.read(source, self.decode)
  for _, each in ipairs(found) do report(self, read, each) end
  return read.position and cursor.of(read, self.pack.problems, self.pack.thing)
end

-- The sources with the files of folders in their place.
local function each_file(sources)
  local list = {}
  for _, source in ipairs(sources) do
    local folder = type(source) == "string" and source:find("/$")
    for _, each in ipairs(folder and document.files_in(source) or { source }) do list[#list + 1] = each end
  end
  return list
end

local function read_files(self, file, sources)
  local opened = {}
  for _, source in ipairs(sources) do opened[#opened + 1] = open(self, source) end
  if #opened < #sources then
    for _, kind in ipairs(file.defines) do self.kinds[kind].complete = false end
  end
  if file.read_all then return file.read_all(self, opened) end
  for _, each in ipairs(opened) do file.read(self, each) end
end

-- ---- Loading ----

local function new_kinds(pack)
  local kinds = {}
  for _, kind in ipairs(KINDS) do
    kinds[kind.kind] = registry.new { kind = kind.kind, shown = kind.shown, file = kind.file, words = kind.words,
      pack = pack }
  end
  return kinds
end

--- Loads files into a pack.
-- @tparam table options `name`; `ends`; lists of sources under `schema`, `conditions`, `actions`, `sequences` and
-- `entities`
-- @tparam function decode of `bustle.json.document`
-- @tparam[opt] string origin "file:line" of the pack
-- @treturn table a pack, with its problems; `ids` of it has the names of things by their ids
function loading.load(options, decode, origin)
  local pack = packs.new({ name = options.name }, origin)
  pack.metric = "manhattan" -- what distances in these files are
  local self = setmetatable({ pack = pack, decode = decode, ends = options.ends, kinds = new_kinds(pack),
    ids = { nodes = {} } }, Loading)
  for _, file in ipairs(FILES) do read_files(self, file, each_file(options[file.option])) end
  pack.ids = self.ids
  for kind, known in pairs(self.kinds) do pack.ids[kind] = known.by_id end
  return pack
end

return loading
