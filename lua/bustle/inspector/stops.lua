--- Breakpoints: what a world stops at. It stops at the end of the update in which that happens; from then on updates do
-- nothing, until it goes on.
local stops = {}

local Stops = {}
Stops.__index = Stops

-- ---- What can be written ----

-- "Ada starts gasp", "anybody starts gasp", "toast breaks", "any scene breaks", "Ada fails", "Ada is interrupted".
local function read(text)
  local who, action = text:match "^(.-) starts ([%w_%.]+)$"
  if who then return { event = "start", who = who, what = action } end
  local scene = text:match "^(.-) breaks$"
  if scene then return { event = "leave", what = scene } end
  who = text:match "^(.-) fails$"
  if who then return { event = "fail", who = who } end
  who = text:match "^(.-) is interrupted$"
  if who then return { event = "interrupt", who = who } end
end

local function is_who(stop, entry)
  return stop.who == "anybody" or stop.who == entry.npc or stop.who == entry.definition
end

local function is_what(wanted, name) return wanted == name or wanted == (name or ""):match "[^.]*$" end

local MEETS = {
  start = function(stop, entry) return is_who(stop, entry) and is_what(stop.what, entry.action) end,
  leave = function(stop, entry)
    return entry.reason == "broken" and (stop.what == "any scene" or is_what(stop.what, entry.scene))
  end,
  fail = is_who, interrupt = is_who,
}

local function look_at(self, entry)
  for _, stop in ipairs(self.list) do
    if not self.hit and stop.event == entry.kind and MEETS[entry.kind](stop, entry) then
      self.hit = { text = stop.text, time = entry.time, npc = entry.npc, number = entry.number }
    end
  end
end

-- ---- A world ----

--- Breakpoints for a world; none at first.
function stops.new(world)
  local self = setmetatable({ world = world, list = {}, hit = nil }, Stops)
  local update = world.update
  function world.update(...)
    if self.hit then return true end
    return update(...)
  end
  return self
end

--- Says what to stop at. Nobody listens while that is nothing.
-- @tparam {string,...} texts
-- @treturn {string,...} those that are no breakpoints
function Stops:set(texts)
  local wrong = {}
  self.list = {}
  for _, text in ipairs(texts) do
    local stop = read(text)
    if stop then
      stop.text = text
      self.list[#self.list + 1] = stop
    elseif text ~= "" then
      wrong[#wrong + 1] = text
    end
  end
  if self.leave then self.leave() end
  self.leave = nil
  if #self.list > 0 then
    self.leave = self.world:_keep():listen {
      entry = function(entry) look_at(self, entry) end,
      updated = function() end,
    }
  end
  return wrong
end

--- What it has stopped at: `text`, `time`, `npc` and `number`; nil while it goes on.
function Stops:stopped() return self.hit end

function Stops:go_on() self.hit = nil end

return stops
