--- Inns: the same house with bustle and by hand. Who stands where, who hears the bell and who goes is a pure function
-- of the numbers, and the same in both.
local Room = require "bench.lua.inn.room"
local bustle = require "bustle"
local content = require "bench.lua.inn.content"
local dice = require "bench.lua.tickers.dice"
local machines = require "bench.lua.inn.machines"

local house = {}

--- Updates in a second of game time.
house.STEPS = 60

local SEED = 1592653

-- Tables of 20 patrons and 10 servers in 40 x 40, far enough from each other.
local TABLE, WIDTH, BETWEEN, IN_A_ROW = 30, 40, 40, 16

-- Seconds in which everybody hears the bell once, and in which everybody goes once, and somebody else comes.
local BELL, STAY = 60, 120

-- ---- The two ways ----

--- In the order of reports.
house.WAYS = { "bustle", "machines" }

local OPEN = {}

-- The game reads what has happened, and knows what everybody does.
function OPEN.bustle(self)
  local world = bustle.world { packs = { content }, seed = SEED }
  local doing = self.doing
  self.world = world
  function self.spawn(kind, x, y) return world:spawn(kind, { x = x, y = y }) end
  function self.remove(npc) npc:remove() end
  function self.bell(npc) npc:interrupt("bell") end
  function self.update(dt)
    world:update(dt)
    local events = world:events()
    for i = 1, events.count do
      local kind = events:kind(i)
      if kind == "start" then
        doing[events:npc(i)] = events:name(i)
      elseif kind == "leave" then
        local finished = events:reason(i) == "finished"
        self.left[finished] = self.left[finished] + 1
      end
    end
  end
  function self.served() return self.left[true] / 2 end
end

function OPEN.machines(self)
  local room = Room.new(machines)
  dice.seed(SEED)
  self.world = room
  function self.spawn(kind, x, y) return room:spawn(kind, x, y) end
  function self.remove(npc) room:remove(npc) end
  function self.bell(npc) room:bell(npc) end
  function self.update(dt) room:update(dt) end
  function self.served() return room.served end
end

-- ---- People ----

-- Scatters numbers from 0 on over 0 to `below` - 1. Everything stays below 2^53.
local function scattered(number, below)
  return (number * 48271 + 11) % 2147483647 * 16807 % 2147483647 % below
end

local function person(index)
  local at = math.floor(index / TABLE)
  local x, y = scattered(index * 2, WIDTH), scattered(index * 2 + 1, WIDTH)
  return index % 3 == 2 and "server" or "patron", at % IN_A_ROW * (WIDTH + BETWEEN) + x,
    math.floor(at / IN_A_ROW) * (WIDTH + BETWEEN) + y
end

--- A house with everybody in their places.
-- @tparam string way one of `house.WAYS`
-- @tparam number npcs
function house.open(way, npcs)
  local self = { way = way, npcs = npcs, updates = 0, people = {}, doing = {}, left = { [true] = 0, [false] = 0 },
    bells = 0, departures = 0 }
  OPEN[way](self)
  for i = 0, npcs - 1 do self.people[i] = self.spawn(person(i)) end
  return self
end

function house.close(self)
  self.world:close()
end

-- ---- What happens in it ----

local function ring(self)
  self.bell(self.people[scattered(self.bells * 7 + 3, self.npcs)])
  self.bells = self.bells + 1
end

local function replace(self)
  local index = scattered(self.departures * 5 + 1, self.npcs)
  self.remove(self.people[index])
  self.people[index] = self.spawn(person(index))
  self.departures = self.departures + 1
end

--- Lets it live for so many updates.
function house.run(self, updates)
  for _ = 1, updates do
    self.updates = self.updates + 1
    local npc_seconds = self.updates * self.npcs / house.STEPS
    while self.bells < npc_seconds / BELL do ring(self) end
    while self.departures < npc_seconds / STAY do replace(self) end
    self.update(1 / house.STEPS)
  end
end

--- Processor time of so many updates.
-- @treturn number seconds
-- @treturn number orders served
function house.time(self, updates)
  local before, from = self.served(), os.clock()
  house.run(self, updates)
  return os.clock() - from, self.served() - before
end

return house
