--- Saving and loading a world: what this layer knows beside the core, and the game's own objects.
--
-- The core's save carries a string for us: the fraction of a millisecond, when environment values were asked for, which
-- errors were told, which actions are handled since when, and who has an owner under which key. What the core knows is
-- not said again: labels, objects and names are made anew from it.
local core = require "bustle.core"
local check = require "bustle.world.check"
local entity = require "bustle.entity"
local events = require "bustle.world.events"
local report = require "bustle.world.report"

local save = {}

local FORMAT = "bustle.world 1\n"

-- ---- Lists of strings and numbers as one string ----

local function encode(list)
  local parts = { FORMAT }
  for _, item in ipairs(list) do
    if type(item) == "number" then
      parts[#parts + 1] = ("n%.17g;"):format(item)
    else
      parts[#parts + 1] = ("s%d;%s"):format(#item, item)
    end
  end
  return table.concat(parts)
end

-- nil: it is not one of ours, or damaged.
local function decode(text)
  local list, at = {}, #FORMAT + 1
  if text:sub(1, #FORMAT) ~= FORMAT then return nil end
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

-- A section is its count and as many groups of items.
local function add_section(list, count, add)
  list[#list + 1] = 0
  local at, many = #list, 0
  add(function(...)
    for i = 1, count do list[#list + 1] = (select(i, ...)) end
    many = many + 1
  end)
  list[at] = many
end

local function add_environment(list, world)
  local environment = world._environment
  add_section(list, 3, function(add)
    for id = 0, environment.count - 1 do
      local asked, ahead = environment.asked[id], environment.ahead[id]
      if asked then add(world._names.content:name("environment", id), asked, ahead or "") end
    end
  end)
end

local function add_told(list, world)
  add_section(list, 1, function(add)
    for _, entry in ipairs(world._names.compiled.functions) do
      if world._told[entry.number] then add(entry.where) end
    end
  end)
end

-- In the order in which they are ticked, then the others.
local function add_runs(list, world)
  add_section(list, 3, function(add)
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
  end)
end

local function key_of(world, id, key_for, level)
  local key = key_for and core.unyielding(key_for, world:_object(id), world._owners[id])
  if key == nil or type(key) == "string" then return key or "" end
  if type(key) == "number" and key - key == 0 then return key end
  error(("save: a key is a string or a number, not %s"):format(type(key) == "number" and tostring(key)
    or "a " .. type(key)), level + 1)
end

local function add_owners(list, world, key_for, level)
  add_section(list, 2, function(add)
    for id in world:_each() do
      if world._owners[id] ~= nil then add(id, key_of(world, id, key_for, level + 1)) end
    end
  end)
end

--- Saves a world.
-- @tparam table world
-- @tparam function|nil key_for takes an entity and its owner, and returns a string or number to know the owner by
-- @tparam number level as in `error`
function save.save(world, key_for, level)
  local list = { world._carry }
  add_environment(list, world)
  add_told(list, world)
  add_runs(list, world)
  add_owners(list, world, key_for, level + 1)
  return check.call(world._core, level + 1, "save", encode(list))
end

-- ---- What is read ----

local SECTIONS = { { "environment", "string", "number" }, { "told", "string" },
  { "runs", "number", "number", "number" }, { "owners", "number" } }
local WIDTHS = { environment = 3, told = 1, runs = 3, owners = 2 }

-- The sections as lists of groups; nil: damaged.
local function read_sections(list)
  local read, at = { carry = list[1] }, 2
  if type(read.carry) ~= "number" or not (read.carry >= -1 and read.carry <= 1) then return nil end
  for _, section in ipairs(SECTIONS) do
    local count, groups, width = list[at], {}, WIDTHS[section[1]]
    if type(count) ~= "number" or count % 1 ~= 0 or count < 0 or at + count * width > #list then return nil end
    for i = 1, count do
      groups[i] = {}
      for k = 1, width do
        local item = list[at + (i - 1) * width + k]
        if section[k + 1] and type(item) ~= section[k + 1] then return nil end
        groups[i][k] = item
      end
    end
    read[section[1]], at = groups, at + 1 + count * width
  end
  return at == #list + 1 and read or nil
end

-- What a save says of this layer; one that was made without it says nothing.
local function read_attached(text)
  if text:sub(1, #FORMAT) ~= FORMAT then
    return { carry = 0, environment = {}, told = {}, runs = {}, owners = {} }
  end
  local list = decode(text)
  return list and read_sections(list)
end

-- ---- What is made of it ----

local function restore_environment(world, groups)
  local environment = world._environment
  environment.asked, environment.ahead = {}, {}
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
  local read = attached and read_attached(attached)
  if attached and not read then return nil, "the save is damaged: what belongs to Lua cannot be read", "damaged" end
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
