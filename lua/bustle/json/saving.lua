--- Saving a pack as JSON files: finding out what does not fit, numbering what has names only, writing the files.
local described = require "bustle.json.described"
local file = require "bustle.common.file"
local packs = require "bustle.packs"
local problems = require "bustle.problems"
local writer = require "bustle.json.writer"

local saving = {}

-- ---- Ids ----

-- Numbers by name: those that things had in the files they came from, and free ones from `first` on for the others.
local function numbered(names, known, first)
  local ids, used = {}, {}
  for id, name in pairs(known or {}) do ids[name], used[id] = id, true end
  local free = first
  for _, name in ipairs(names) do
    if not ids[name] then
      while used[free] do free = free + 1 end
      ids[name], used[free] = free, true
    end
  end
  return ids
end

local function node_numbers(pack)
  return function(sequence, nodes)
    local names = {}
    for i, node in ipairs(nodes) do names[i] = node.name end
    names[#names + 1] = "END"
    return numbered(names, pack.ids and pack.ids.nodes[sequence], 1)
  end
end

local TABLES = { state = "states", environment = "environment", interruption = "interruptions", action = "actions",
  sequence = "sequences", entity = "entities" }

-- ---- What does not fit ----

local function teller(compiled, pack, list)
  return function(kind, qualified, spot, text, cure)
    local thing = kind ~= "place" and compiled:thing(kind, qualified)
      or { kind = kind, word = kind, name = qualified, qualified = qualified, origin = pack.origin }
    problems.add(list, thing, { code = "not-in-json", spot = spot, text = text, cure = cure })
  end
end

local function description(pack, compiled, list)
  local d = { compiled = compiled, pack = pack, plain = {}, ids = {}, misfit = teller(compiled, pack, list),
    node_ids = node_numbers(pack) }
  for kind, key in pairs(TABLES) do
    local names = {}
    for i, each in ipairs(compiled.tables[key]) do
      names[i] = compiled:thing(kind, each.name).name
      d.plain[each.name] = names[i]
    end
    d.ids[kind] = numbered(names, pack.ids and pack.ids[kind], 0)
  end
  return d
end

local function describe(pack, compiled, misfits)
  local d = description(pack, compiled, misfits)
  local made = { schema = described.schema(d), conditions = described.conditions(d), actions = described.actions(d),
    sequences = described.sequences(d), entities = described.entities(d), ends = d.ends }
  problems.sort(misfits)
  return made
end

-- ---- Files ----

local function write(path, value)
  return file.write(path, writer.page(value))
end

local function write_all(made, folder, name)
  local files = { name = name, ends = made.ends, entities = {} }
  folder = folder == "" and "" or folder:gsub("/+$", "") .. "/"
  for _, part in ipairs { "schema", "conditions", "actions", "sequences" } do
    files[part] = ("%s%s.json"):format(folder, part)
    local done, message = write(files[part], made[part])
    if not done then return nil, message end
  end
  for i, entity in ipairs(made.entities) do
    -- The number keeps names apart that files cannot have.
    files.entities[i] = ("%sentity_%d_%s.json"):format(folder, entity.id, entity.name:gsub("[^%w_-]", "_"))
    local done, message = write(files.entities[i], entity.file)
    if not done then return nil, message end
  end
  return files
end

-- The pack itself, and what is wrong if others came with it.
local function check_alone(set, list)
  local pack
  for _, each in ipairs(set.packs) do
    if each.name == set.given[1] then pack = each end
  end
  for _, each in ipairs(set.packs) do
    if each ~= pack then
      problems.add(list, pack.thing, { code = "not-in-json", spot = "depends",
        text = ('it needs pack "%s", and JSON files name nothing of other packs'):format(each.name),
        cure = "define in it what it uses" })
    end
  end
  return pack
end

--- Saves a pack.
-- @tparam table|string given as `bustle.packs` takes it
-- @tparam string folder
-- @tparam[opt] string origin of a pack that is given as a table
-- @treturn[1] table options for `loading`
-- @treturn[2] nil
-- @treturn[2] string what went wrong
-- @treturn[2] {table,...|nil} the same as problems
function saving.save(given, folder, origin)
  local set = packs.load({ given }, { origin = origin })
  local compiled, found = packs.compile(set)
  if not compiled then return nil, problems.format_all(found), found end
  local misfits = {}
  local pack = check_alone(set, misfits)
  local made = describe(pack, compiled, misfits)
  if #misfits > 0 then return nil, problems.format_all(misfits), misfits end
  return write_all(made, folder, pack.name)
end

return saving
