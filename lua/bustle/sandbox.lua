--- Where the code of packs runs: a part of Lua's library, and the words that are offered.
local sandbox = {}

local Box = {}
Box.__index = Box

local SAFE = { "assert", "error", "ipairs", "next", "pairs", "select", "tonumber", "tostring", "type", "unpack" }

local function copied(library, left_out)
  local copy = {}
  for name, value in pairs(library) do
    if name ~= left_out then copy[name] = value end
  end
  return copy
end

--- Makes a box.
-- @tparam table options `words`: what is offered besides the library, by name
function sandbox.new(options)
  local environment = { math = copied(math), table = copied(table), string = copied(string, "dump") }
  for _, name in ipairs(SAFE) do environment[name] = _G[name] end
  for name, word in pairs(options.words or {}) do environment[name] = word end
  return setmetatable({ environment = environment }, Box)
end

--- Loads a text into the box.
-- @treturn[1] function
-- @treturn[2] nil
-- @treturn[2] string the message
function Box:load(text, chunkname)
  if text:find("^\27") then return nil, "it is not text" end
  if not rawget(_G, "setfenv") then return load(text, chunkname, "t", self.environment) end
  local fn, message = _G.loadstring(text, chunkname)
  return fn and rawget(_G, "setfenv")(fn, self.environment), message
end

--- Runs a function of the box.
-- @treturn boolean whether it did
-- @return its result, or the message
function Box.run(_, fn, ...)
  return pcall(fn, ...)
end

--- A function of the box as others may call it.
-- @tparam function fn
-- @treturn function
function Box.guard(_, fn)
  return function(...) return fn(...) end
end

return sandbox
