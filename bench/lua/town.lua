--- Towns: the market, driven in the ways that are compared. All towns of a size decide the same, except for those of
-- tickers, in which chance decides.
local bustle = require "bustle"
local content = require "bustle.author.content"
local core = require "bustle.core"
local dice = require "bench.lua.tickers.dice"
local market = require "bench.lua.market"
local states = require "bench.lua.tickers.states"
local tree = require "bench.lua.tickers.tree"

local town = {}

local SEED = 1592653

-- ---- The ways ----

--- How worlds of bustle are driven, in the order of reports. "tree" and "states" are the same market without bustle.
town.WAYS = { "core", "none", "started", "handlers", "bulk", "recorded" }

local OPEN = {}

-- The core through its binding, without the layer above.
function OPEN.core(self)
  local compiled, problems = content.compile({ bustle.pack(market.pack) })
  if not compiled then error(content.format_all(problems)) end
  local sealed = compiled.content
  local world = core.world(sealed, { seed = SEED }, {
    query_condition = function() return market.is_open(self.ms) end,
  })
  self.world = world
  function self.spawn(kind, x, y)
    assert(world:spawn(sealed:find("entity", "market." .. kind), nil, x, y, 0))
  end
  function self.update()
    world:update(self.ms)
  end
end

-- A world of the game, and nobody who listens.
function OPEN.none(self)
  local world = bustle.world { packs = { market.pack }, seed = SEED }
  world:provide("open", function() return market.is_open(self.ms) end)
  self.world = world
  local where = {}
  function self.spawn(kind, x, y)
    where.x, where.y = x, y
    assert(world:spawn_many(kind, 1, function() return where end))
  end
  function self.update(dt)
    world:update(dt)
  end
end

-- A Lua function for every start.
function OPEN.started(self)
  OPEN.none(self)
  local handler = {
    start = function(_, _, run) if run.duration > 0 then self.starts = self.starts + 1 end end,
  }
  for _, action in ipairs(market.actions) do self.world:handle(action, handler) end
end

-- A Lua function for every start and every stop.
function OPEN.handlers(self)
  OPEN.none(self)
  local handler = {
    start = function(_, _, run) if run.duration > 0 then self.starts = self.starts + 1 end end,
    stop = function(_, why) if why == "done" then self.stops = self.stops + 1 end end,
  }
  for _, action in ipairs(market.actions) do self.world:handle(action, handler) end
end

-- All events after every update, read one by one.
function OPEN.bulk(self)
  OPEN.none(self)
  local world, doing = self.world, self.doing
  function self.update(dt)
    world:update(dt)
    local events = world:events()
    for i = 1, events.count do
      local kind = events:kind(i)
      if kind == "start" then
        self.starts = self.starts + 1
        doing[events:npc(i)] = events:name(i)
      elseif kind == "stop" and events:reason(i) == "done" then
        self.stops = self.stops + 1
      end
    end
  end
end

-- Nobody who listens, but everything is recorded, to where nothing is kept.
function OPEN.recorded(self)
  OPEN.none(self)
  assert(self.world:record(function() return true end))
end

-- No bustle: everybody is ticked in every update. Chance begins anew with every town.
local function open_ticker(self, ticker)
  local square = ticker.open()
  dice.seed(SEED)
  self.world = square
  function self.spawn(kind, x, y) square:spawn(kind, x, y) end
  function self.update(dt) square:update(dt, self.ms) end
end

function OPEN.tree(self) open_ticker(self, tree) end
function OPEN.states(self) open_ticker(self, states) end

-- ---- Towns ----

--- A town with its props; its NPCs arrive when it runs.
-- @tparam string way one of `town.WAYS`, or "tree" or "states"
-- @tparam number npcs
function town.open(way, npcs)
  local self = { way = way, npcs = npcs, arrived = 0, updates = 0, ms = 0, starts = 0, stops = 0, doing = {},
    into = {} }
  OPEN[way](self)
  for i = 0, market.props(npcs) - 1 do self.spawn(market.prop(npcs, i)) end
  return self
end

function town.close(self)
  self.world:close()
end

local function arrive(self)
  for i = self.arrived, market.arrived(self.npcs, self.updates) - 1 do self.spawn(market.npc(self.npcs, i)) end
  self.arrived = market.arrived(self.npcs, self.updates)
end

--- Lets a town live for so many updates.
-- @tparam table self
-- @tparam number updates
-- @tparam[opt=1] number length of each, in steps
function town.run(self, updates, length)
  length = length or 1
  for _ = 1, updates do
    self.updates = self.updates + length
    self.ms = math.floor(self.updates * 1000 / market.STEPS + 0.5)
    if self.arrived < self.npcs then arrive(self) end
    self.update(length / market.STEPS)
  end
end

--- How many actions have started so far.
function town.started(self)
  return self.world:stats(self.into).starts
end

--- The hash of all decisions so far, of a world of bustle.
function town.hash(self)
  return self.world:hash()
end

-- ---- Measuring ----

--- Processor time of so many updates.
-- @treturn number seconds
-- @treturn number actions started
function town.time(self, updates)
  local before, from = town.started(self), os.clock()
  town.run(self, updates)
  local seconds = os.clock() - from
  return seconds, town.started(self) - before
end

-- LuaJIT compiles nothing more, because compiled code is memory too; what it has compiled before goes on running.
-- Turning it off is not enough: it would still compile what follows an exit that is often taken. Exits are not counted
-- as far as to 1000.
local function stop_compiling()
  local jit = package.loaded.jit
  if not jit then return function() end end
  local was_on = jit.status()
  jit.off()
  jit.opt.start("hotexit=1000")
  return function()
    jit.opt.start("hotexit=10")
    if was_on then jit.on() end
  end
end

-- Bytes by which Lua's memory grows in so many updates.
local function growth(self, updates)
  local before = collectgarbage("count")
  town.run(self, updates)
  return (collectgarbage("count") - before) * 1024
end

--- Bytes by which Lua's memory grows in so many updates of a warm town while nothing is collected or compiled: the
-- least of three rounds. Lua's stack, which a collection shrinks, grows back once when a call goes as deep as before,
-- and that is not garbage; what updates throw away shows in every round.
-- @treturn number bytes
-- @treturn number actions started
function town.garbage(self, updates)
  local go_on = stop_compiling()
  collectgarbage()
  collectgarbage("stop")
  town.run(self, market.STEPS)
  local started = town.started(self)
  local bytes = growth(self, updates)
  started = town.started(self) - started
  for _ = 1, 2 do bytes = math.min(bytes, growth(self, updates)) end
  collectgarbage("restart")
  go_on()
  return bytes, started
end

return town
