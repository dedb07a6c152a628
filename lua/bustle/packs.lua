--- Loading packs: from folders, from tables, with what they need and with the mods of a player. Tools use it to load
-- without a world.
--
--     local packs = require "bustle.packs"
--     local set = packs.load({ "behaviours/market" }, { mods = "mods" })
--     local compiled, problems = packs.compile(set)
--
-- Bad content never raises here: `problems` lists what is wrong with it.
local blame = require "bustle.packs.blame"
local folder = require "bustle.packs.folder"
local order = require "bustle.packs.order"
local pack_type = require "bustle.author.pack"
local problems = require "bustle.problems"
local sources = require "bustle.packs.sources"

local packs = {}

local Loader = {}
Loader.__index = Loader

-- ---- Entries ----

--- Notes that an entry cannot be loaded.
function Loader:refuse(entry, found)
  found.origin = entry.pack.origin_of(found.key)
  problems.add(self.problems, entry.pack.thing, found)
  self.problems[#self.problems].left_out = entry.mod or nil
  self.refused[entry] = true
end

-- Takes over what is wrong with a pack that is of no use.
local function refuse_broken(loader, entry)
  for _, problem in ipairs(entry.pack.problems) do
    local copy = {}
    for key, value in pairs(problem) do copy[key] = value end
    copy.number, copy.left_out = #loader.problems, entry.mod or nil
    loader.problems[#loader.problems + 1] = copy
  end
  loader.refused[entry] = true
end

local function refuse_twice(loader, entry, first)
  loader:refuse(entry, { code = "duplicate-name", key = "name", cure = "rename one of the two",
    text = ("there is another pack of this name%s"):format(first.pack.origin and " at " .. first.pack.origin or "") })
end

local function add_entry(loader, pack, mod, asked_by)
  local entry = { pack = pack, name = pack.name, mod = mod, asked_by = asked_by }
  if pack.broken then refuse_broken(loader, entry) end
  local first = loader.by_name[entry.name]
  if first then
    if first.pack ~= pack then refuse_twice(loader, entry, first) end
    return nil
  end
  loader.by_name[entry.name] = entry
  loader.entries[#loader.entries + 1] = entry
  return entry
end

-- ---- Finding ----

-- The folders in which packs are looked for by name.
local function searched(loader)
  return loader.options.search or packs.SEARCH
end

local function open(loader, path)
  return folder.open(loader.source, (path:gsub("(.)/+$", "%1")), loader.options.limits, searched(loader))
end

local function parent_of(path)
  return path:match("^(.*)/[^/]+$") or "."
end

local function find_in(loader, folders, name)
  for _, each in ipairs(folders) do
    local path = each == "." and name or ("%s/%s"):format(each, name)
    if folder.is_pack(loader.source, path) then return path end
  end
end

--- The names of the packs in the folders in which an entry's needs were looked for; nil: nobody has looked.
function Loader:names_beside(entry)
  local folders, names = self.looked[entry], {}
  for _, path in ipairs(folders or {}) do
    for _, name in ipairs(self.source:list(path) or {}) do
      if find_in(self, { path }, name) then names[#names + 1] = name end
    end
  end
  table.sort(names)
  return folders and names
end

-- Beside the pack that needs it, then where packs are looked for.
local function folders_for(loader, pack)
  local folders, seen = {}, {}
  local function add(path)
    if path and not seen[path] then
      seen[path] = true
      folders[#folders + 1] = path
    end
  end
  add(pack.path and parent_of(pack.path))
  for _, path in ipairs(searched(loader)) do add(path) end
  return folders
end

local function fetch_needs(loader, entry)
  local folders = folders_for(loader, entry.pack)
  loader.looked[entry] = folders
  for _, dependency in ipairs(entry.pack.depends) do
    local path = not dependency.optional and not loader.by_name[dependency.name]
      and find_in(loader, folders, dependency.name)
    if path then
      local pack = open(loader, path)
      if pack.name == dependency.name then add_entry(loader, pack, entry.mod, entry) end
    end
  end
end

-- What the entries from one on need, and what these need.
local function fetch_all(loader, first)
  local i = first
  while loader.entries[i] do
    fetch_needs(loader, loader.entries[i])
    i = i + 1
  end
end

-- A folder, or the name of a pack that is looked for.
local function open_given(loader, path)
  if not path:find("/", 1, true) and not folder.is_pack(loader.source, path) then
    path = find_in(loader, searched(loader), path) or path
  end
  return open(loader, path)
end

local function add_given(loader, list)
  for _, item in ipairs(list) do
    local pack = type(item) == "string" and open_given(loader, item) or pack_type.is_pack(item) and item
      or pack_type.from_table(item, loader.options.origin)
    local entry = add_entry(loader, pack, false)
    if entry then loader.given[#loader.given + 1] = entry.name end
  end
end

local function add_mods(loader, path)
  local names = loader.source:list(path) or {}
  table.sort(names)
  for _, name in ipairs(names) do
    local inner = ("%s/%s"):format(path, name)
    if loader.source:list(inner) then add_entry(loader, open(loader, inner), true) end
  end
end

-- ---- Leaving out ----

-- Whoever needs what is refused is refused; told once, with what it waits for.
local function refuse_dependents(loader)
  local changed = true
  while changed do
    changed = false
    for _, entry in ipairs(loader.entries) do
      for _, dependency in ipairs(loader.refused[entry] and {} or entry.pack.depends) do
        local other = loader.by_name[dependency.name]
        if other and loader.refused[other] and not dependency.optional and not loader.refused[entry] then
          changed = true
          loader:refuse(entry, { code = "needs-refused", spot = "depends", key = "depends",
            text = ('pack "%s" cannot be loaded: %s'):format(other.name, order.way(entry, other.name)) })
        end
      end
    end
  end
end

-- ---- Running ----

local function run_all(loader, list)
  local tell = loader.options.progress or function() end
  for i, entry in ipairs(list) do
    if entry.pack.source and not loader.refused[entry] then
      folder.run(entry.pack, loader.options.limits, function(path, part) tell((i - 1 + part) / #list / 2, path) end)
      if entry.pack.broken then refuse_broken(loader, entry) end
    end
  end
end

-- ---- All of it ----

-- The folders of packs that come with the library: beside `lua/` in a checkout, beside or in `bustle/` elsewhere.
local function shipped()
  local here = debug.getinfo(1, "S").source:match("^@(.*)packs%.lua$")
  if not here then return { "behaviours" } end
  if package.config:sub(1, 1) == "\\" then here = here:gsub("\\", "/") end
  local above = here:match("^(.*)lua/bustle/$") or here:match("^(.*)bustle/$") or here
  return { above .. "behaviours", here .. "behaviours" }
end

--- Where packs are looked for that nobody gave and that are not beside the one that needs them.
packs.SEARCH = shipped()

--- Loads packs and what they need.
--
-- Options: `mods` (a folder of packs, those of which are left out that cannot be loaded), `source` (of
-- `bustle.packs.sources`; nil: LÖVE's file system where there is one, and folders), `search` (folders in which packs
-- are looked for), `limits` (of the sandbox), `progress` (a function that takes how much is done, from 0 to 1, and what
-- is being done), `origin` (for tables: where they are written).
-- @tparam table list paths of folders, packs of `bustle.pack`, and tables that it takes
-- @tparam[opt] table options
-- @treturn table `packs` (what can be compiled, in load order), `read` (the same with what cannot, as far as it was
-- read), `given` (the names of those that were asked for), `problems` (`left_out` is true of those that are about a
-- mod), `entries` (by name; see `bustle.packs.order`)
function packs.load(list, options)
  local loader = setmetatable({ options = options or {}, entries = {}, by_name = {}, given = {}, problems = {},
    refused = {}, looked = {} }, Loader)
  loader.source = loader.options.source or sources.default()
  add_given(loader, list)
  fetch_all(loader, 1)
  local first_mod = #loader.entries + 1
  if loader.options.mods then add_mods(loader, loader.options.mods) end
  fetch_all(loader, first_mod)
  order.check(loader)
  local sorted = order.sort(loader)
  refuse_dependents(loader)
  run_all(loader, sorted)
  refuse_dependents(loader)
  local set = { packs = {}, read = {}, given = loader.given, entries = loader.by_name,
    problems = problems.sort(loader.problems) }
  for i, entry in ipairs(sorted) do
    set.read[i] = entry.pack
    if not loader.refused[entry] then set.packs[#set.packs + 1] = entry.pack end
  end
  return set
end

packs.compile = blame.compile

return packs
