--- Gives a living world other content: reads its packs again, compiles them beside what there is, and carries the world
-- over by name. Packs that do not compile change nothing.
local core = require "bustle.core"
local check = require "bustle.world.check"
local create = require "bustle.world.create"
local entity = require "bustle.world.entity"
local events = require "bustle.world.events"
local keys = require "bustle.common.keys"
local name_tables = require "bustle.world.names"
local nearest = require "bustle.common.nearest"
local problems = require "bustle.problems"

local reload = {}

-- ---- What is read ----

local function check_name(world, name, level)
  local known = world._names.compiled.names.packs
  if known[name] then return end
  local all = keys.names(known)
  error(('reload: there is no pack "%s" in this world (%s)'):format(name, nearest.question(name, all,
    "there are " .. table.concat(all, ", "))), level + 1)
end

-- The options of the world's content with another pack in place of the one of that name.
local function with_pack(from, name, pack, level)
  local copy, list, found = {}, {}, false
  for key, value in pairs(from) do copy[key] = value end
  for i, item in ipairs(from.packs) do
    local same = type(item) == "table" and item.name == name
    list[i], found = same and pack or item, found or same
  end
  if not found then
    error(('reload: pack "%s" was not given as a table; change its files and call reload("%s")'):format(name, name),
      level + 1)
  end
  copy.packs = list
  return copy
end

-- ---- What is taken over ----

local function carry_objects(world, gone)
  for id, object in pairs(world._objects) do
    if world._core:alive(id) then
      entity.redefine(object)
    else
      gone[#gone + 1] = object
    end
  end
end

-- Those that were left out are gone without an event.
local function let_go(world, gone)
  table.sort(gone, function(a, b) return a._id < b._id end)
  for _, object in ipairs(gone) do
    entity.leave(object)
    world._objects[object._id], world._owners[object._id] = nil, nil
    world._delivery:tell("remove", object)
  end
end

local function left_out(changes)
  for _, change in ipairs(changes) do
    if change.code == "left-out" then return true end
  end
  return false
end

local function take_over(world, compiled, changes)
  local names, gone = name_tables.new(compiled), {}
  world._names, world.problems = names, compiled.problems
  events.unload(world._events)
  events.rename(world._events, names)
  world._functions:take_over(world._core:replaced_functions())
  world._environment:take_over(names)
  carry_objects(world, gone)
  world._delivery:take_over(names)
  if world._keeper then world._keeper:take_over(names, gone) end
  let_go(world, gone)
  if left_out(changes) then
    world._labels = {}
    for id in world:_each() do world:_label(id) end
  end
  for _, change in ipairs(changes) do
    change.entity = change.entity and world:_object(change.entity)
  end
end

--- Reads the packs of a world again and lets it go on under what they say now.
-- @tparam table world
-- @tparam string|nil name the pack that has changed; nil: any
-- @tparam table|nil pack what takes its place, if it was given as a table
-- @tparam number level as in `error`
-- @treturn[1] {table,...} what did not come through as it was
-- @treturn[2] nil, and nothing has changed
-- @treturn[2] string why not
-- @treturn[2] string code: "problems" or "no_memory"
-- @treturn[2] {table,...} the problems
function reload.reload(world, name, pack, level)
  local from = world._from
  if name ~= nil then check_name(world, name, level + 1) end
  if pack ~= nil then from = with_pack(from, name, pack, level + 1) end
  local compiled, result, files = create.compile(from, world._functions.last)
  world._files = files or result
  if not compiled then return nil, problems.format_all(result), "problems", result end
  local changes, message, code = check.call(world._core, level + 1, "reload", compiled.content)
  if not changes then return nil, message, code end
  world._from = from
  core.unyielding(take_over, world, compiled, changes)
  return changes
end

return reload
