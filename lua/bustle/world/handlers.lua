--- Who handles which action. A game gives handlers by the name of an action, by tag, for actions that travel, and for
-- all the rest. The nearest handler counts, and counts whole: if a handler by name has no `update`, that of a tag is
-- not used. Names and tags are kept even if the content has no such actions, so that actions of later content are
-- handled too.
local check = require "bustle.world.check"

local handlers = {}

-- ---- What is said ----

local Handlers = {}
Handlers.__index = Handlers

--- No handlers yet.
function handlers.new()
  -- `travel` and `default` have one handler at most, under true.
  return setmetatable({ name = {}, tag = {}, travel = {}, default = {} }, Handlers)
end

--- What is said.
-- @tparam string rank "name", "tag", "travel" or "default"
-- @param key the qualified name or the tag; true for the others
-- @treturn table|nil
function Handlers:get(rank, key)
  return self[rank][key]
end

--- Says it anew, or takes it back.
function Handlers:set(rank, key, handler)
  self[rank][key] = handler
end

--- The handler of an action: by its name, by the first of its own tags that has one, because it travels, or because
-- nobody else handles it.
-- @tparam table action of `names.actions`
-- @treturn table|nil
function Handlers:of(action)
  local handler = self.name[action.qualified]
  if handler then return handler end
  for _, tag in ipairs(action.tags) do
    if self.tag[tag] then return self.tag[tag] end
  end
  return action.travel and self.travel[true] or self.default[true]
end

-- ---- How a game says it ----

local PARTS = { start = true, update = true, stop = true, ends = true }
local ENDS = { timed = true, game = true }

local function read_handler(given, level)
  local copy = {}
  for part in pairs(PARTS) do
    local value = given[part]
    if value ~= nil and part ~= "ends" then check.callable(value, "handle: " .. part, level + 1) end
    copy[part] = value
  end
  if copy.ends ~= nil and not ENDS[copy.ends] then
    error(('handle: ends must be "timed" or "game", not %s'):format(tostring(copy.ends)), level + 1)
  end
  return copy
end

local function texts(value, what, level)
  if type(value) == "string" then return { value } end
  check.type(value, "table", what, level + 1)
  for i, each in ipairs(value) do check.type(each, "string", ("%s, item %d,"):format(what, i), level + 1) end
  return value
end

local function qualified(names, name, level)
  return names.actions[names:id("action", name, level + 1)].qualified
end

-- By what a game may choose actions: the rank and the keys that this means.
local CHOICES = { "actions", "tag", "travel", "default" }
local CHOSEN = {}

function CHOSEN.actions(names, value, level)
  local list = {}
  for i, name in ipairs(texts(value, "handle: actions", level + 1)) do list[i] = qualified(names, name, level + 1) end
  return "name", list
end

function CHOSEN.tag(_, value, level) return "tag", texts(value, "handle: tag", level + 1) end

local function only_true(rank)
  return function(_, value, level)
    if value ~= true then error(("handle: %s must be true, or left out"):format(rank), level + 1) end
    return rank, { true }
  end
end

CHOSEN.travel, CHOSEN.default = only_true "travel", only_true "default"

local OPTIONS = {}
for _, choice in ipairs(CHOICES) do OPTIONS[choice] = true end
for part in pairs(PARTS) do OPTIONS[part] = true end

local function read_choice(names, given, level)
  local found
  for _, choice in ipairs(CHOICES) do
    if given[choice] ~= nil and found then
      error(("handle: %s and %s: say one of them"):format(found, choice), level + 1)
    end
    found = given[choice] ~= nil and choice or found
  end
  if not found then
    error(("handle: say which actions, by one of %s"):format(table.concat(CHOICES, ", ")), level + 1)
  end
  local rank, list = CHOSEN[found](names, given[found], level + 1)
  return rank, list
end

--- Reads the arguments of `world:handle`.
-- @tparam table names of `bustle.world.names`
-- @param which a table with the handler and which actions it is for, or the name of an action
-- @param handler of the action of that name, or nil
-- @tparam number level as in `error`
-- @treturn string rank
-- @treturn {string|boolean,...} keys
-- @treturn table|nil the handler
function handlers.read(names, which, handler, level)
  if type(which) == "table" then
    if handler ~= nil then error("handle: the handler stands in the table that says which actions", level + 1) end
    check.keys(which, OPTIONS, "handle", level + 1)
    local rank, list = read_choice(names, which, level + 1)
    return rank, list, read_handler(which, level + 1)
  end
  local list = { qualified(names, which, level + 1) }
  if handler == nil then return "name", list, nil end
  check.type(handler, "table", "handle: the handler", level + 1)
  check.keys(handler, PARTS, "handle", level + 1)
  return "name", list, read_handler(handler, level + 1)
end

return handlers
