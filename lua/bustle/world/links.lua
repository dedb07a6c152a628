--- Links between entities, and the paths along them, as the game names them: kinds without their pack where that is
-- clear, `true` and `false` for those that are or are not (S65, S66).
local check = require "bustle.world.check"
local expression = require "bustle.author.expression"
local name_tables = require "bustle.author.names"

local links = {}

-- Kinds that follow from what is going on: they are read and followed, never made.
local BUILT_IN = name_tables.BUILT_IN_LINKS

-- What a kind is: nil for one that follows from what is going on.
local function kind_of(world, name, level)
  if BUILT_IN[name] then return nil end
  local names = world._names
  return names.links[names:id("link", name, level + 1)]
end

-- A value as the game sees it.
local function shown(kind, value)
  if kind.flag then return value ~= 0 end
  return value
end

-- ---- Making them ----

local function value_of(kind, value, level)
  if value == nil or value == true then return 1 end
  if value == false then
    if kind.flag then return 0 end
    error(("link: %s has a value, so it cannot be false; use unlink"):format(kind.name), level + 1)
  end
  check.number(value, "link: the value", level + 1)
  return value
end

local function read_only(name)
  return nil, ("links of the kind %s follow from what is going on"):format(name), "read_only"
end

-- As many as there can be in a world (S65).
local MOST = 1048576

local function many(world, from, kind)
  if world._core:stats().links == MOST then return "the world has as many links as it can have" end
  return ("%s has as many links of the kind %s as it can have"):format(tostring(world:_object(from)), kind.name)
end

--- Links an entity to another.
-- @tparam table world
-- @param from
-- @tparam string name the kind
-- @param to
-- @tparam number|boolean|nil value nil: 1
-- @tparam number level as in `error`
-- @treturn[1] boolean true
-- @treturn[2] nil
-- @treturn[2] string why not
-- @treturn[2] string code
function links.link(world, from, name, to, value, level)
  from = world:_id(from, "link: the first argument", level + 1)
  to = world:_id(to, "link: the third argument", level + 1)
  local kind = kind_of(world, name, level + 1)
  if not kind then return read_only(name) end
  local number = value_of(kind, value, level + 1)
  if from == to then return nil, "an entity has no link to itself", "bad_argument" end
  local ok, message, code = check.call(world._core, level + 1, "link", from, kind.id, to, number)
  if code == "limit" then message = many(world, from, kind) end
  return ok, message, code
end

--- Takes a link away, if there is one.
function links.unlink(world, from, name, to, level)
  from = world:_id(from, "unlink: the first argument", level + 1)
  to = world:_id(to, "unlink: the third argument", level + 1)
  local kind = kind_of(world, name, level + 1)
  if not kind then return read_only(name) end
  local ok, message, code = check.call(world._core, level + 1, "unlink", from, kind.id, to)
  return ok, message, code
end

-- ---- Reading them ----

local function objects(world, ids)
  for i, id in ipairs(ids) do ids[i] = world:_object(id) end
  return ids
end

local function contains(list, id)
  for _, each in ipairs(list) do
    if each == id then return true end
  end
  return false
end

--- What a link holds, and whether there is one; of one that is or is not, whether it is.
-- @tparam table world
-- @tparam number from
-- @tparam string name
-- @param to
-- @tparam number level as in `error`
-- @treturn number|boolean
-- @treturn boolean
function links.value(world, from, name, to, level)
  to = world:_id(to, "link: the second argument", level + 1)
  local kind = kind_of(world, name, level + 1)
  if not kind then
    local found = contains(world._core:query(from, name), to)
    return found, found
  end
  local value, exists = check.call(world._core, level + 1, "link_value", from, kind.id, to)
  return shown(kind, value), exists
end

--- Those to whom links of a kind lead, in the order of their coming, and what the links hold.
-- @tparam table world
-- @tparam number from
-- @tparam string name
-- @tparam number level as in `error`
-- @treturn {table,...}
-- @treturn {number|boolean,...}
function links.of(world, from, name, level)
  local kind = kind_of(world, name, level + 1)
  local list, values
  if kind then
    list, values = check.call(world._core, level + 1, "links", from, kind.id)
  else
    list, values = world._core:query(from, name), {}
  end
  for i in ipairs(list) do values[i] = not kind or shown(kind, values[i]) end
  return objects(world, list), values
end

-- ---- Paths ----

-- What names in a path mean to the game.
local function scope_of(names)
  return { link = function(name)
    if BUILT_IN[name] then return { name = name, flag = true } end
    local found, problem = names.compiled:resolve("link", name)
    if not found then return nil, { code = "unknown-link", text = problem } end
    return { name = found, flag = names.links[names.content:find("link", found)].flag }
  end }
end

-- A path with its kinds named in full; nil and why not.
local function qualified(names, path)
  local full, mistakes = expression.path(path, scope_of(names))
  if full then return full end
  local mistake = mistakes[1]
  return nil, mistake.cure and ("%s (%s)"):format(mistake.message, mistake.cure) or mistake.message
end

-- The same, found once for each text.
local function path_of(names, path)
  if names.paths[path] then return names.paths[path] end
  local full, problem = qualified(names, path)
  names.paths[path] = full
  return full, problem
end

--- Those whom a path finds that begins at an entity, in the order of their coming.
-- @tparam table world
-- @tparam number from
-- @tparam string path
-- @tparam number level as in `error`
-- @treturn[1] {table,...}
-- @treturn[2] nil
-- @treturn[2] string why it is no path
-- @treturn[2] string code: "bad_path"
function links.query(world, from, path, level)
  check.name(path, "query: the path", level + 1)
  local full, problem = path_of(world._names, path)
  if not full then return nil, problem, "bad_path" end
  local list, message, code = check.call(world._core, level + 1, "query", from, full)
  if not list then return nil, message, code end
  return objects(world, list)
end

return links
