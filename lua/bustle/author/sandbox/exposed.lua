--- What the game exposes to packs, as they see it: a pack can change nothing in it, and its functions run outside the
-- limits and get plain values.
local core = require "bustle.core"
local plain = require "bustle.author.sandbox.plain"

-- Memory runs out here on purpose, at the limit of a pack: not in code that is just being compiled.
if _G.jit then _G.jit.off(true, true) end

local exposed = {}

local unpack = _G.unpack or rawget(table, "unpack")

local PLAIN = { ["nil"] = true, boolean = true, number = true, string = true }

-- The game's own metamethods are the game's code.
local look_up = core.outside(function(from, key) return from[key] end)

local hand_in

local function view_of(shown, from)
  return setmetatable({}, {
    __index = function(_, key)
      local value
      if getmetatable(from) == nil then value = from[key] else value = look_up(from, key) end
      return hand_in(shown, value)
    end,
    __newindex = function() error("what the game exposes cannot be changed", 2) end,
    __metatable = "bustle.exposed",
  })
end

local function arguments_of(shown, ...)
  local count, copies = select("#", ...), { ... }
  for i = 1, count do
    local object = shown.translate(copies[i])
    if object == nil then
      local problem
      object, problem = plain.copy(copies[i])
      if problem then error(("argument %d: %s"):format(i, problem), 0) end
    end
    copies[i] = object
  end
  return unpack(copies, 1, count)
end

local function function_of(shown, fn)
  return core.outside(function(...)
    return hand_in(shown, (fn(arguments_of(shown, ...))))
  end)
end

local MADE = { table = view_of, ["function"] = function_of }

-- A value for packs; the same one each time, as long as a pack has it.
function hand_in(shown, value)
  local kind = type(value)
  if PLAIN[kind] then return value end
  if not MADE[kind] then error(("a pack cannot have a %s of the game"):format(kind), 0) end
  if not shown.made[value] then shown.made[value] = MADE[kind](shown, value) end
  return shown.made[value]
end

--- What packs see of a table.
-- @tparam table from
-- @tparam function translate takes a value that a pack gives to a function; returns the game's own object for it, if
-- there is one
-- @treturn table
function exposed.view(from, translate)
  return hand_in({ made = setmetatable({}, { __mode = "kv" }), translate = translate }, from)
end

return exposed
