--- Where the code of packs runs, which nobody trusts: with a part of Lua's library, the words it is offered, and limits
-- on what it does. The binding enforces the limits; `bustle.author.sandbox.plain` copies what crosses the border
-- between a pack and its host.
--
--     local box = sandbox.new { words = { state = function(name) ... end } }
--     local chunk, message = box:load(text, "@market/actions.lua")
--     local done, result = box:run(chunk)
local core = require "bustle.core"
local origins = require "bustle.author.origin"
local library = require "bustle.author.sandbox.library"
local plain = require "bustle.author.sandbox.plain"
local weight = require "bustle.author.sandbox.weight"

local sandbox = {}

local unpack = _G.unpack or rawget(table, "unpack")

local MEGABYTE = 1048576

--- What a pack may take. `instructions`, `megabytes` and `seconds` are for each call of a condition or effect.
-- `load_instructions` are for loading all of it, `load_megabytes` and `load_seconds` for each of its files;
-- `load_megabytes` is also what it may hold in all. The time is that of the processor, and only ends what does much in
-- few instructions.
sandbox.LIMITS = {
  instructions = 100000, megabytes = 2, seconds = 1,
  load_instructions = 20000000, load_megabytes = 64, load_seconds = 5,
}

--- No limit is higher.
sandbox.MOST = 1000000000

core.box_methods(library.methods)

local function limits_of(given)
  local limits = {}
  for name, value in pairs(sandbox.LIMITS) do
    limits[name] = given and given[name] or value
  end
  limits.bytes, limits.load_bytes = limits.megabytes * MEGABYTE, limits.load_megabytes * MEGABYTE
  return limits
end

-- ---- Words ----

-- What the host does for a word, in instructions of the pack: memory that it keeps has to be paid for.
local WORD = 200

-- A word runs outside of the limits. It is given copies, and so is the pack: neither can change what the other has.
-- What it returns for being called again, as `state "energy"` does, is a word too.
local function word(box, fn)
  return core.outside(function(...)
    core.spend(WORD)
    local count, copies = select("#", ...), { ... }
    for i = 1, count do
      local problem
      copies[i], problem = plain.copy(copies[i], box.guarded)
      if problem then error(problem, 0) end
    end
    local result = fn(unpack(copies, 1, count))
    if type(result) == "function" then return word(box, result) end
    return (plain.copy(result, box.guarded))
  end, true)
end

-- ---- Boxes ----

local Box = {}
Box.__index = Box

--- Makes a box.
-- @tparam table options `words`: functions offered as globals, by name; they run outside of the limits, only while the
-- pack loads, and what they are given is copied; `limits`: what differs from `sandbox.LIMITS`
-- @treturn table
function sandbox.new(options)
  local environment = library.new()
  local box = setmetatable({ environment = environment, guards = {}, sources = {} }, Box)
  box.guarded = function(fn) return box:guard(fn) end
  local weigh = weight.of(environment, box.guards)
  for name, fn in pairs(options.words or {}) do environment[name] = word(box, fn) end
  box.limits = core.box(limits_of(options.limits), weigh)
  return box
end

local PIECE = 4096

-- A text in pieces, so that a compiler that takes its time is noticed.
local function pieces(text)
  local at = 1
  return function()
    core.spend(PIECE)
    local piece = library.methods.sub(text, at, at + PIECE - 1)
    at = at + PIECE
    return piece ~= "" and piece or nil
  end
end

-- Memory runs out in there on purpose: not while it is just being compiled.
if _G.jit then _G.jit.off(pieces, true) end

local function compile(text, chunkname, environment)
  if not _G.setfenv or _G.jit then return load(pieces(text), chunkname, "t", environment) end
  local fn, message = load(pieces(text), chunkname)
  return fn and _G.setfenv(fn, environment), message
end

--- Compiles a text.
-- @tparam string text
-- @tparam string chunkname as for Lua's `load`: "@market/actions.lua"
-- @treturn[1] function for `run`
-- @treturn[2] nil
-- @treturn[2] string the message
function Box:load(text, chunkname)
  local file = chunkname:gsub("^[@=]", "")
  if text:find("^\27") or text:find("^\239\187\191\27") then
    return nil, ("%s: it is compiled, and packs are text"):format(file)
  end
  local fn, message
  local done, broken = self.limits:run(function() fn, message = compile(text, chunkname, self.environment) end)
  if not done then return nil, (broken:gsub("^.-: it takes", file .. ": compiling it takes")) end
  if not fn then return nil, message:find(file, 1, true) and message or ("%s: %s"):format(file, message) end
  -- The compiler of LuaJIT makes code in which nothing counts.
  if _G.jit then _G.jit.off(fn, true) end
  self.sources[chunkname] = true
  return fn
end

--- Runs a function of the box at the limits of loading.
-- @treturn[1] boolean true
-- @return[1] a plain copy of its result, with functions guarded
-- @treturn[2] boolean false
-- @treturn[2] string the message
function Box:run(fn, ...)
  local done, result = self.limits:run(fn, ...)
  if not done then return false, result end
  local copy, problem = plain.copy(result, self.guarded)
  if problem then return false, ("%s: what it returns: %s"):format(origins.of_function(fn), problem) end
  return true, copy
end

--- Whether all instructions for loading are used up, so that nothing more can be loaded.
-- @treturn boolean
function Box:exhausted()
  return self.limits:exhausted()
end

--- A function of the box as others may call it: at the limits of a call. It returns one value, and raises a text.
-- @tparam function fn
-- @treturn function always the same for the same function
function Box:guard(fn)
  local guard = self.guards[fn]
  if not guard then
    guard = self.limits:guard(fn)
    origins.stands_for(guard, fn)
    self.guards[fn], self.guards[guard] = guard, guard
  end
  return guard
end

--- The line of the pack that is running; for words that want to know where they are written.
-- @treturn string|nil "market/actions.lua:12"
function Box:where()
  local level = 2
  while true do
    local info = debug.getinfo(level, "Sl")
    if not info then return nil end
    if self.sources[info.source] and info.currentline > 0 then
      return ("%s:%d"):format(info.source:gsub("^[@=]", ""), info.currentline)
    end
    level = level + 1
  end
end

return sandbox
