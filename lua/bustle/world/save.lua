--- Saving and loading a world: what this layer knows beside the core, and the game's own objects.
--
-- The core's save carries a string for this layer: the fraction of a millisecond, when environment values were asked
-- for, which errors were reported, which actions are handled since when, and who has an owner under which key. It does
-- not repeat what the core knows: labels, objects and names are made anew from that.
local core = require "bustle.core"
local check = require "bustle.world.check"
local entity = require "bustle.world.entity"
local events = require "bustle.world.events"
local report = require "bustle.world.report"

local save = {}

-- What was attached by this layer begins so, with the version of the format and a line feed after it. Format 1, of
-- 0.1.0, has the sections of that time in their order, without names.
local HEAD, FORMAT = "bustle.world ", 2

-- ---- Lists of strings and numbers as one string ----

local function encode(list)
  local parts = { ("%s%d\n"):format(HEAD, FORMAT) }
  for _, item in ipairs(list) do
    if type(item) == "number" then
      parts[#parts + 1] = ("n%.17g;"):format(item)
    else
      parts[#parts + 1] = ("s%d;%s"):format(#item, item)
    end
  end
  return table.concat(parts)
end

-- nil: it is damaged.
local function decode(text, at)
  local list = {}
  while at <= #text do
    local kind, number, after = text:match("^([ns])([^;]*);()", at)
    number = tonumber(number)
    if not number then return nil end
    if kind == "s" then
      if number < 0 or number % 1 ~= 0 or after + number - 1 > #text then return nil end
      list[#list + 1], at = text:sub(after, after + number - 1), after + number
    else
      list[#list + 1], at = number, after
    end
  end
  return list
end

-- ---- What is said ----

-- Each is given a function that takes the items of a group.

local function add_clock(add, world) add(world._carry) end

local function add_environment(add, world)
  local environment = world._environment
  for id = 0, environment.count - 1 do
    local asked, ahead = environment.asked[id], environment.ahead[id]
    if asked then add(world._names.content:name("environment", id), asked, ahead or "") end
  end
end

local function add_told(add, world)
  for _, entry in ipairs(world._names.compiled.functions) do
    if world._told[entry.number] then add(entry.where) end
  end
end

-- In the order in which they are ticked, then the others.
local function add_runs(add, world)
  local listed = {}
  for _, run in ipairs(world._delivery.ticking) do
    if run._runs then
      listed[run] = true
      add(run._npc, run.token, run.resumed and 1 or 0)
    end
  end
  for id in world:_each() do
    local run = world._delivery.runs[id]
    if run and not listed[run] then add(id, run.token, run.resumed and 1 or 0) end
  end
end

local function key_of(world, id, key_for, level)
  local key = key_for and core.unyielding(key_for, world:_object(id), world._owners[id])
  if key == nil or type(key) == "string" then return key or "" end
  if type(key) == "number" and key - key == 0 then return key end
  error(("save: a key is a string or a number, not %s"):format(type(key) == "number" and tostring(key)
    or "a " .. type(key)), level + 1)
end

local function add_owners(add, world, key_for, level)
  for id in world:_each() do
    if world._owners[id] ~= nil then add(id, key_of(world, id, key_for, level + 1)) end
  end
end

-- A section is groups of items of these types, a string or a number where it says "any". One that a save lacks has no
-- groups.
local SECTIONS = {
  { name = "clock", version = 1, add = add_clock, "number" },
  { name = "environment", version = 1, add = add_environment, "string", "number", "any" },
  { name = "told", version = 1, add = add_told, "string" },
  { name = "runs", version = 1, add = add_runs, "number", "number", "number" },
  { name = "owners", version = 1, add = add_owners, "number", "any" },
}

-- Name, version, how many groups, and their items.
local function add_section(list, section, world, key_for, level)
  list[#list + 1], list[#list + 2], list[#list + 3] = section.name, section.version, 0
  local at, many = #list, 0
  section.add(function(...)
    for i = 1, #section do list[#list + 1] = (select(i, ...)) end
    many = many + 1
  end, world, key_for, level + 1)
  list[at] = many
end

--- Saves a world.
-- @tparam table world
-- @tparam function|nil key_for takes an entity and its owner, and returns a string or number to know the owner by
-- @tparam number level as in `error`
function save.save(world, key_for, level)
  local list = {}
  for _, section in ipairs(SECTIONS) do add_section(list, section, world, key_for, level + 1) end
  return check.call(world._core, level + 1, "save", encode(list))
end

-- ---- What is read ----

local BY_NAME = {}
for _, section in ipairs(SECTIONS) do BY_NAME[section.name] = section end

-- The groups of a section, and what comes after them; nil: damaged.
local function read_groups(list, at, section)
  local count, groups, width = list[at], {}, #section
  if type(count) ~= "number" or count % 1 ~= 0 or count < 0 or at + count * width > #list then return nil end
  for i = 1, count do
    groups[i] = {}
    for k = 1, width do
      local item = list[at + (i - 1) * width + k]
      if section[k] ~= "any" and type(item) ~= section[k] then return nil end
      groups[i][k] = item
    end
  end
  return groups, at + 1 + count * width
end

local DAMAGED = "the save is damaged: what belongs to Lua cannot be read"

local function read_sections(list)
  local read, at = {}, 1
  while at <= #list do
    local name, version = list[at], list[at + 1]
    local section = BY_NAME[name]
    if type(name) ~= "string" or type(version) ~= "number" or read[name] then return nil, DAMAGED, "damaged" end
    if not section or version > section.version then
      return nil, ("this save has a section '%s' of a newer bustle"):format(name), "newer"
    end
    read[name], at = read_groups(list, at + 2, section)
    if not at then return nil, DAMAGED, "damaged" end
  end
  return read
end

-- The fraction of a millisecond stood before all, without a count.
local function read_first_format(list)
  local read, at = { clock = { { list[1] } } }, 2
  for i = 2, 5 do
    read[SECTIONS[i].name], at = read_groups(list, at, SECTIONS[i])
    if not at then return nil, DAMAGED, "damaged" end
  end
  if at ~= #list + 1 then return nil, DAMAGED, "damaged" end
  return read
end

local function read_text(text)
  local format, at = text:match("^" .. HEAD:gsub("%p", "%%%0") .. "(%d+)\n()")
  if not format then return {} end
  if tonumber(format) > FORMAT then return nil, "the save was made by a newer version of the Lua module", "newer" end
  local list = decode(text, at)
  if not list then return nil, DAMAGED, "damaged" end
  return (format == "1" and read_first_format or read_sections)(list)
end

-- What a save says of this layer, by section, and the fraction of a millisecond; one that was made without it says
-- nothing.
local function read_attached(text)
  local read, message, code = read_text(text)
  if not read then return nil, message, code end
  for _, section in ipairs(SECTIONS) do read[section.name] = read[section.name] or {} end
  local clock = read.clock[1] or { 0 }
  if type(clock[1]) ~= "number" or not (clock[1] >= -1 and clock[1] <= 1) then return nil, DAMAGED, "damaged" end
  read.carry = clock[1]
  return read
end

-- ---- What is made of it ----

local function restore_environment(world, groups)
  local environment = world._environment
  environment.asked, environment.ahead, environment.behind = {}, {}, true
  for _, group in ipairs(groups) do
    local id = world._names.content:find("environment", group[1])
    if id then
      environment.asked[id] = group[2]
      environment.ahead[id] = type(group[3]) == "number" and group[3] or nil
    end
  end
end

local function restore_told(world, groups)
  world._told = {}
  for _, group in ipairs(groups) do
    for _, entry in ipairs(world._names.compiled.functions) do
      if entry.where == group[1] then world._told[entry.number] = true end
    end
  end
end

-- The game's objects of entities stay theirs where the save has the same one.
local function restore_objects(world)
  local objects = world._objects
  world._objects, world._left, world._leaving, world._labels = {}, {}, {}, {}
  for id, object in pairs(objects) do
    if world._core:alive(id) and entity.is_same(object) then
      world._objects[id] = object
    else
      entity.leave(object)
    end
  end
  for id in world:_each() do world:_label(id) end
end

local function restore_owners(world, groups, owner_of)
  world._owners = {}
  for _, group in ipairs(groups) do
    local id, key = group[1], group[2]
    if owner_of and world._core:alive(id) then
      local object = world:_object(id)
      if key == "" then key = object.name end
      local ok, owner = report.protect(core.unyielding, owner_of, key, object)
      if ok then
        world._owners[id] = owner
      else
        world:_report(owner, "owner, while loading")
      end
    end
  end
end

--- Loads a save into a world.
-- @tparam table world
-- @tparam string bytes
-- @tparam function|nil owner_of takes the key of an owner, or its entity's name, and the entity, and returns the owner
-- @tparam number level as in `error`
-- @treturn[1] {table,...} what changed
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code: "foreign", "newer", "damaged" or "no_memory"
function save.load(world, bytes, owner_of, level)
  local attached = core.attached(bytes)
  local read, problem, kind = read_attached(attached or "")
  if not read then return nil, problem, kind end
  local changes, message, code = check.call(world._core, level + 1, "load", bytes)
  if not changes then return nil, message, code end
  events.unload(world._events)
  world._now, world._carry, world._step = world._core:now(), read.carry, 0
  restore_environment(world, read.environment)
  restore_told(world, read.told)
  restore_objects(world)
  if world._keeper then world._keeper:forget() end
  world._delivery:restore(read.runs)
  restore_owners(world, read.owners, owner_of)
  for _, change in ipairs(changes) do
    change.entity = change.entity and world:_object(change.entity)
  end
  return changes
end

return save
