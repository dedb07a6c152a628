--- What `bustle.remote` says about a world: who there is, and what somebody does. Commands change it.
local breakpoints = require "bustle.inspector.stops"
local names = require "bustle.inspector.names"
local probe = require "bustle.inspector.probe"
local ways = require "bustle.inspector.ways"
local writer = require "bustle.json.writer"
local pairs = require("bustle.common.tables").pairs

local answers = {}

local Answers = {}
Answers.__index = Answers

local MOST = 2000 -- NPCs that are listed
local AT_ONCE = 20 -- ... in a frame

--- The answers of a world.
-- @tparam table world
-- @tparam boolean commands whether it may be changed
function answers.new(world, commands)
  return setmetatable({ world = world, commands = commands, stops = commands and breakpoints.new(world) or nil,
    walks = {} }, Answers)
end

-- ---- Looking ----

--- Everybody, as far as that can be listed: a coroutine that writes some in each frame, and returns the text at its
-- end.
function Answers:list()
  return coroutine.wrap(function()
    local world, list, seen = self.world, {}, 0
    local id = world._core:next(nil)
    while id and #list < MOST do
      if world:_is_npc(id) then
        local npc = world:_object(id)
        list[#list + 1] = writer.line({ number = id, name = names.called(world, npc),
          kind = names.spoken(npc.kind) }, {})
      end
      seen = seen + 1
      if seen % AT_ONCE == 0 then coroutine.yield() end
      -- Who leaves meanwhile ends the list: behind nobody there is no next one.
      id = world._core:alive(id) and world._core:next(id) or nil
    end
    local told = writer.line({ now = world:now(), commands = self.commands, interruptions = self:interruptions() }, {})
    return ('%s,"people":[%s]}'):format(told:sub(1, -2), table.concat(list, ","))
  end)
end

function Answers:interruptions()
  local list = {}
  for _, name in pairs(self.world._names.shown.interruption) do list[#list + 1] = name end
  table.sort(list)
  return list
end

-- The entity with an id, or nil.
function Answers:find(id)
  if id and id % 1 == 0 and self.world._core:alive(id) then return self.world:_object(id) end
end

-- What takes as long to write as all the rest.
local LONG = { decisions = true, memories = true, stack = true, graph = true, links = true, states = true }

-- The members of a table as JSON, some at a time: called again and again, it returns the text at last.
local function write_slowly(whole)
  local parts, rest = {}, {}
  for key, value in pairs(whole) do
    if not LONG[key] then
      rest[key] = value
    else
      parts[#parts + 1] = writer.line({ [key] = value }, {}):sub(2, -2)
      coroutine.yield()
    end
  end
  parts[#parts + 1] = writer.line(rest, {}):sub(2, -2)
  return "{" .. table.concat(parts, ",") .. "}"
end

--- Somebody from inside: a coroutine that does a little in each frame, and returns the text at its end.
-- @tparam table watch `{ number=, walk= }`, which is kept between two looks
function Answers:look(watch)
  watch.walk = watch.walk or ways.walk(self.world)
  return coroutine.wrap(function()
    local entity, seen = self:find(watch.number), "null"
    if entity then
      if entity._definition.npc then watch.walk:follow(entity) end
      local next_piece, whole = probe.pieces(self.world, entity, watch.walk), nil
      while entity.alive and not whole do
        whole = next_piece()
        coroutine.yield()
      end
      seen = whole and write_slowly(whole) or seen
    end
    local told = writer.line({ now = self.world:now(), stopped = self.stops and self.stops:stopped() or nil }, {})
    return ('%s,"probe":%s}'):format(told:sub(1, -2), seen)
  end)
end

-- ---- Commands ----

local COMMANDS = {}

function COMMANDS.stops(self, body)
  local texts = {}
  for text in body:gmatch "[^\n]+" do texts[#texts + 1] = text end
  return { wrong = self.stops:set(texts) }
end

COMMANDS["go-on"] = function(self)
  self.stops:go_on()
  return {}
end

function COMMANDS.interrupt(self, body)
  local name, number = body:match "^([^\n]*)\n?(%d*)$"
  local known = false
  for _, each in ipairs(self:interruptions()) do known = known or each == name end
  if not known then return { problem = "there is no such interruption" } end
  local whom = number ~= "" and self:find(tonumber(number))
  if number ~= "" and not whom then return { problem = "there is nobody of that number" } end
  local queued, problem = self.world:interrupt(name, whom and { whom } or "all")
  return { queued = queued or 0, problem = not queued and problem or nil }
end

--- Does what a page asks for.
-- @treturn string|nil JSON; nil if there is no such command
function Answers:command(name, body)
  local command = COMMANDS[name]
  return command and writer.line(command(self, body), {})
end

return answers
