--- In which order packs are loaded, and why some cannot be: what they need is missing or of another version, they need
-- themselves, or they cannot be together.
--
-- An entry is `{ pack=, name=, mod=, asked_by= }`: `asked_by` is the entry that needs it, where nobody else named it.
local core = require "bustle.core"
local keys = require "bustle.common.keys"
local nearest = require "bustle.common.nearest"
local versions = require "bustle.packs.versions"

local order = {}

-- ---- The way to a pack ----

--- The names from what the game asked for to an entry: "fair > market > common".
-- @tparam table entry
-- @tparam[opt] string further a name to end with
function order.way(entry, further)
  local names = {}
  while entry do
    table.insert(names, 1, entry.name)
    entry = entry.asked_by
  end
  names[#names + 1] = further
  return table.concat(names, " > ")
end

-- ---- What is needed ----

-- A pack of nearly that name, loaded or not. A folder of just that name holds a pack of another one.
local function cure_of_missing(loader, entry, name)
  local beside = loader:names_beside(entry)
  if not beside then return nearest.question(name, keys.names(loader.by_name), "load it too") end
  local others = {}
  for _, other in ipairs(beside) do
    if other ~= name then others[#others + 1] = other end
  end
  return nearest.question(name, keys.names(loader.by_name))
    or nearest.question(name, others, "it was looked for in " .. table.concat(loader.looked[entry], ", "))
end

local function check_missing(loader, entry, dependency)
  loader:refuse(entry, { code = "missing-pack", spot = "depends", key = "depends",
    text = ('there is no pack "%s" in %s'):format(dependency.name, order.way(entry, dependency.name)),
    cure = cure_of_missing(loader, entry, dependency.name) })
end

local function described(pack)
  return ("%s is %s"):format(pack.path or ('"%s"'):format(pack.name), pack.version and "version " .. pack.version
    or "without a version")
end

local function has_version(pack, range)
  return pack.parsed_version and versions.within(range, pack.parsed_version)
end

local function check_version(loader, entry, dependency, other)
  if not dependency.range or has_version(other.pack, dependency.range) then return end
  local key = dependency.optional and "optional" or "depends"
  loader:refuse(entry, { code = "wrong-version", spot = key, key = key,
    text = ('it needs "%s %s" in %s, but %s'):format(dependency.name, dependency.versions,
      order.way(entry, dependency.name), described(other.pack)), cure = "get another version of one of them" })
end

local function check_needs(loader, entry)
  for _, dependency in ipairs(entry.pack.depends) do
    local other = loader.by_name[dependency.name]
    if other then
      check_version(loader, entry, dependency, other)
    elseif not dependency.optional then
      check_missing(loader, entry, dependency)
    end
  end
  local needed = entry.pack.bustle
  if needed and needed.range and not versions.within(needed.range, versions.parse(core.version)) then
    loader:refuse(entry, { code = "wrong-version", spot = "bustle", key = "bustle",
      text = ('it needs "%s", but this is %s'):format(needed.versions, core.version),
      cure = "get another version of one of them" })
  end
end

-- ---- What cannot be together ----

-- A mod gives way to what the game brings, and of two mods the one that says so.
local function check_conflicts(loader, entry)
  for _, conflict in ipairs(entry.pack.conflicts) do
    local other = loader.by_name[conflict.name]
    if other and other ~= entry and (not conflict.range or has_version(other.pack, conflict.range)) then
      local at_fault = other.mod and not entry.mod and other or entry
      loader:refuse(at_fault, { code = "pack-conflict", spot = at_fault == entry and "conflicts" or nil,
        key = at_fault == entry and "conflicts" or "name",
        text = ('%s and %s cannot be together: %s, %s'):format(entry.name, other.name, order.way(entry),
          order.way(other)),
        cure = "leave one of them out" })
    end
  end
end

-- ---- Order ----

local function needs_of(loader, entry)
  local list = {}
  for _, dependency in ipairs(entry.pack.depends) do
    local other = loader.by_name[dependency.name]
    if other then list[#list + 1] = other end
  end
  return list
end

local function is_ready(loader, entry, placed)
  for _, other in ipairs(needs_of(loader, entry)) do
    if not placed[other] then return false end
  end
  return true
end

local function awaited(loader, entry, waiting)
  for _, other in ipairs(needs_of(loader, entry)) do
    if waiting[other] then return other end
  end
end

-- The first circle that is met on the way from an entry; nil if the way ends.
local function circle_from(loader, entry, waiting)
  local way, at = {}, {}
  while entry and not at[entry] do
    way[#way + 1], at[entry] = entry, #way + 1
    entry = awaited(loader, entry, waiting)
  end
  if not entry then return nil end
  local circle = {}
  for i = at[entry], #way do circle[#circle + 1] = way[i] end
  return circle
end

-- A circle is told of its first name, but of a pack of the game rather than of a mod.
local function comes_first(a, b)
  if a.mod ~= b.mod then return b.mod end
  return a.name < b.name
end

local function refuse_circle(loader, circle)
  local first = 1
  for i, entry in ipairs(circle) do
    if comes_first(entry, circle[first]) then first = i end
  end
  local names = {}
  for i = 0, #circle do names[#names + 1] = circle[(first + i - 1) % #circle + 1].name end
  loader:refuse(circle[first], { code = "pack-cycle", spot = "depends", key = "depends",
    text = ("it needs itself: %s"):format(table.concat(names, " > ")),
    cure = "let one of them do without the next" })
  for _, entry in ipairs(circle) do loader.refused[entry] = true end
end

-- Tells of the circles of those who wait for each other. The others wait for one of these.
local function refuse_circles(loader, sorted, placed)
  local waiting = {}
  for _, entry in ipairs(sorted) do
    if not placed[entry] then waiting[entry] = true end
  end
  for _, entry in ipairs(sorted) do
    local circle = waiting[entry] and circle_from(loader, entry, waiting)
    while circle do
      refuse_circle(loader, circle)
      for _, member in ipairs(circle) do waiting[member] = nil end
      circle = waiting[entry] and circle_from(loader, entry, waiting)
    end
    waiting[entry] = nil
  end
end

--- Puts entries in order: what a pack needs before it, and otherwise by name.
-- @tparam table loader with `entries`, `by_name`, `refused`, `looked` and the methods `refuse` and `names_beside`
-- @treturn {table,...} without those that wait for themselves
function order.sort(loader)
  local sorted, placed, list = {}, {}, {}
  for _, entry in ipairs(loader.entries) do sorted[#sorted + 1] = entry end
  table.sort(sorted, function(a, b) return a.name < b.name end)
  local i = 1
  while i <= #sorted do
    local entry = sorted[i]
    if not placed[entry] and is_ready(loader, entry, placed) then
      placed[entry] = true
      list[#list + 1] = entry
      -- It may be what an earlier name was waiting for.
      i = 0
    end
    i = i + 1
  end
  if #list < #sorted then refuse_circles(loader, sorted, placed) end
  return list
end

--- Checks what entries need and what they cannot be with.
function order.check(loader)
  for _, entry in ipairs(loader.entries) do
    -- What a broken manifest asks for may not be what was meant.
    if not entry.pack.broken then
      check_needs(loader, entry)
      check_conflicts(loader, entry)
    end
  end
end

return order
