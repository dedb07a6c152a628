-- Keeps what happens in a scene: who does what and when, what interrupts them, how they recover, what it costs.
local diary = require "examples.demo.diary"

local record = {}

local Record = {}
Record.__index = Record

local BINS = 60

local function bump(map, key, amount) map[key] = (map[key] or 0) + (amount or 1) end

local function bin_of(self) return math.min(BINS, math.floor(self.scene.time / self.seconds * BINS) + 1) end

local function listen(self)
  local world = self.scene.world
  world:on("start", function(npc, _, run)
    self.starts = self.starts + 1
    if run.resumed then
      self.resumed = self.resumed + 1
      return bump(self.over_time.resumed, bin_of(self))
    end
    local routine = self.routines[npc.id] or { npc = npc.name or npc.kind, definition = npc.kind, actions = {} }
    self.routines[npc.id] = routine
    routine.actions[#routine.actions + 1] = run.action
  end)
  world:on("interrupt", function(_, interruption, _, _, cue)
    bump(self.interruptions, interruption or cue or "run")
    bump(self.over_time.interrupted, bin_of(self))
  end)
  world:on("join", function(npc, scene)
    for _, each in ipairs(npc:scenes()) do
      if each.name == scene and not self.counted[each.number] then
        self.counted[each.number] = true
        bump(self.scenes, scene)
      end
    end
  end)
  world:on("fallback", function(_, sequence)
    bump(self.fallbacks, sequence)
    bump(self.over_time.fallback, bin_of(self))
  end)
  world:on("fail", function(_, sequence, cause) bump(self.failures, ("%s: %s"):format(sequence, cause)) end)
  world:on("halt", function() self.halts = self.halts + 1 end)
end

--- A record of a scene over so many seconds.
function record.new(scene, seconds)
  local self = setmetatable({ scene = scene, seconds = seconds, bins = BINS, starts = 0, resumed = 0, halts = 0,
    interruptions = {}, scenes = {}, counted = {}, fallbacks = {}, failures = {}, routines = {}, shares = {},
    samples = {}, costs = {}, kinds = {}, over_time = { interrupted = {}, resumed = {}, fallback = {} }, sampled = -1,
    diary = scene.days and diary.new(scene) or nil }, Record)
  listen(self)
  for _, npc in ipairs(scene.people) do
    if not self.shares[npc.kind] then
      self.kinds[#self.kinds + 1] = npc.kind
      self.shares[npc.kind], self.samples[npc.kind] = {}, {}
    end
    bump(self.samples, npc.kind .. " count")
  end
  return self
end

-- Once a second: what everybody is at.
local function sample(self)
  if math.floor(self.scene.time) == self.sampled then return end
  self.sampled = math.floor(self.scene.time)
  local bin = bin_of(self)
  for _, npc in ipairs(self.scene.people) do
    local what, bins = npc.action or "nothing", self.samples[npc.kind]
    bins[bin] = bins[bin] or {}
    bump(self.shares[npc.kind], what)
    bump(bins[bin], what)
  end
end

--- Lets the scene go on, and measures it.
function Record:advance(dt)
  local began = os.clock()
  self.scene:advance(dt)
  local cost = self.costs[bin_of(self)] or { sum = 0, count = 0, most = 0 }
  local ms = (os.clock() - began) * 1000
  cost.sum, cost.count, cost.most = cost.sum + ms, cost.count + 1, math.max(cost.most, ms)
  self.costs[bin_of(self)] = cost
  sample(self)
  if self.diary then self.diary:look() end
end

--- How many of a kind there are.
function Record:count(kind) return self.samples[kind .. " count"] end

--- The routines of a kind, in the order of their coming.
function Record:routines_of(kind)
  local list = {}
  for _, npc in ipairs(self.scene.people) do
    if npc.kind == kind and self.routines[npc.id] then list[#list + 1] = self.routines[npc.id] end
  end
  return list
end

--- Names and numbers, the greatest first.
function record.ranked(map)
  local list = {}
  for name, count in pairs(map) do list[#list + 1] = { name = name, count = count } end
  table.sort(list, function(a, b) return a.count > b.count or a.count == b.count and a.name < b.name end)
  return list
end

--- The sum of such numbers.
function record.total(map)
  local sum = 0
  for _, count in pairs(map) do sum = sum + count end
  return sum
end

--- A name as it is said.
function record.spoken(name) return (name:gsub("_", " ")) end

local PLURALS = { child = "children", rich_man = "rich men", wife = "wives" }

--- A kind as it is said of so many: "guards".
function record.plural(kind, count) return count == 1 and record.spoken(kind) or PLURALS[kind] or kind .. "s" end

return record
