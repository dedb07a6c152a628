-- Keeps the days of a place that has any, minute by minute: what everybody is at and where, how full each place is, and
-- what people do together. A day begins when the record does, at six in the morning, so that a night is in one piece.
local activity = require "examples.demo.activity"
local scenes = require "examples.demo.scene"

local diary = {}

local Diary = {}
Diary.__index = Diary

local MINUTES = 1440 -- of a day
diary.MINUTES = MINUTES

-- ---- Days ----

local function day_of(self, minute)
  local number = math.floor(minute / MINUTES) + 1
  if not self.days[number] then
    self.days[number] = { number = number, name = self.scene:weekday(), minutes = 0, runs = {}, scenes = {} }
  end
  return self.days[number]
end

local function now(self) return self.scene.time * MINUTES / scenes.DAY end

-- The minute that an update was in, or ended: from 0.
local function minute_of(self) return math.max(0, math.ceil(now(self) - 1e-6) - 1) end

-- ---- What people do together ----

local function membership(npc, name)
  for _, each in ipairs(npc:scenes()) do
    if each.name == name then return each end
  end
end

-- Everybody joins when a scene is cast, and leaves once.
local function listen(self)
  local by_number, open = {}, {}
  self.scene.world:on("join", function(npc, name, part)
    local found = membership(npc, name)
    if not found then return end
    local together = by_number[found.number]
    if not together then
      together = { name = name, from = now(self), place = npc.area and npc.area.name, members = {} }
      by_number[found.number] = together
      table.insert(day_of(self, minute_of(self)).scenes, together)
    end
    together.members[#together.members + 1] = { npc = npc, part = part }
    open[npc.id] = open[npc.id] or {}
    open[npc.id][name] = together
  end)
  self.scene.world:on("leave", function(npc, name, why)
    local together = open[npc.id] and open[npc.id][name]
    if not together then return end
    open[npc.id][name] = nil
    for _, member in ipairs(together.members) do
      if member.npc == npc then member.to = now(self) end
    end
    together.finished = together.finished or why == "finished"
  end)
end

-- ---- Who they are to each other ----

-- Two in the order of their coming, and a key for both.
local function both(a, b)
  if a.id > b.id then a, b = b, a end
  return a, b, a.id .. " " .. b.id
end

-- Asked at the beginning: later somebody may be gone.
local function ask(self)
  for _, npc in ipairs(self.scene.people) do
    local home = npc:links("home")[1]
    self.homes[npc.id] = home and home.name or "elsewhere"
    for _, tie in ipairs(self.scene.ties) do
      for _, other in ipairs((npc:links(tie[1]))) do self.ties[select(3, both(npc, other))] = tie[2] end
    end
  end
end

--- A diary of a scene that has days.
function diary.new(scene)
  local self = setmetatable({ scene = scene, days = {}, homes = {}, ties = {}, noted = -1,
    amounts = activity.of_actions(scene.world) }, Diary)
  ask(self)
  listen(self)
  return self
end

-- ---- Who is where ----

-- Who walks is where it comes from until it arrives: it is nowhere.
local function place_of(npc, amount)
  local area = npc.area
  return amount ~= activity.walk and area and area.name or nil
end

local function note(self, day, minute, npc)
  local deed = npc.action or "think"
  local amount = self.amounts[deed] or activity.rest
  local place = place_of(npc, amount)
  local runs = day.runs[npc.id] or {}
  day.runs[npc.id] = runs
  local run = runs[#runs]
  if not run or run.amount ~= amount or run.place ~= place or run.to < minute then
    run = { from = minute, amount = amount, place = place, deeds = {} }
    runs[#runs + 1] = run
  end
  run.to = minute + 1
  run.deeds[deed] = (run.deeds[deed] or 0) + 1
end

--- Looks at everybody, if it is another minute by the clock.
function Diary:look()
  local minute = minute_of(self)
  if minute == self.noted then return end
  self.noted = minute
  local day = day_of(self, minute)
  day.minutes = minute % MINUTES + 1
  for _, npc in ipairs(self.scene.people) do
    if npc.alive then note(self, day, minute % MINUTES, npc) end
  end
end

-- ---- What is asked of it ----

local PASSING = 10 -- minutes that may come between two things without being drawn

-- The number of the run after some steps or looks that only come between two things at the place of a bar; nil if they
-- are more than that.
local function after_passing(last, runs, i)
  local first = runs[i]
  while runs[i] and (runs[i].amount == activity.walk or runs[i].amount == activity.rest)
    and (runs[i].place or last.place) == last.place and runs[i].to - first.from < PASSING do
    i = i + 1
  end
  return last.place and runs[i] and runs[i].place == last.place and i
end

local function join(into, run)
  into.to = run.to
  for deed, minutes in pairs(run.deeds) do into.deeds[deed] = (into.deeds[deed] or 0) + minutes end
end

--- What somebody did on a day, as bars to be drawn: `{ from=, to=, amount=, place=, deeds= }`. What only comes between
-- two things at one place counts as part of the first.
function diary.bars(runs)
  local bars, i = {}, 1
  while i <= #runs do
    local last, run = bars[#bars], runs[i]
    local after = last and after_passing(last, runs, i) or i
    for k = i, after - 1 do join(last, runs[k]) end
    if after > i then
      i = after
    else
      if not (last and last.to == run.from and last.amount == run.amount and last.place == run.place) then
        last = { from = run.from, amount = run.amount, place = run.place, deeds = {} }
        bars[#bars + 1] = last
      end
      join(last, run)
      i = i + 1
    end
  end
  return bars
end

--- How full each place was: `{ place=, most=, at=, [minute]= }`, the number of people in each minute, the most and when
-- that was first; the fullest place first.
-- @tparam {table,...} bars those of everybody
function diary.fullness(bars)
  local list, by_place = {}, {}
  for _, bar in ipairs(bars) do
    if bar.place then
      local full = by_place[bar.place]
      if not full then
        full = { place = bar.place, most = 0, at = 0 }
        by_place[bar.place], list[#list + 1] = full, full
      end
      for minute = bar.from, bar.to - 1 do full[minute] = (full[minute] or 0) + 1 end
    end
  end
  for _, full in ipairs(list) do
    for minute = 0, MINUTES - 1 do
      if (full[minute] or 0) > full.most then full.most, full.at = full[minute], minute end
    end
  end
  table.sort(list, function(a, b) return a.most > b.most or a.most == b.most and a.place < b.place end)
  return list
end

--- Pairs of people who did something together, those first who did most often: `{ a=, b=, tie=, count=, scenes= }`, the
-- scenes by their names.
function Diary:pairs()
  local list, by_ids = {}, {}
  for _, day in ipairs(self.days) do
    for _, together in ipairs(day.scenes) do
      for i, one in ipairs(together.members) do
        for k = i + 1, #together.members do
          local a, b, key = both(one.npc, together.members[k].npc)
          local pair = by_ids[key]
          if not pair then
            pair = { a = a, b = b, tie = self.ties[key], count = 0, scenes = {} }
            by_ids[key], list[#list + 1] = pair, pair
          end
          pair.count = pair.count + 1
          pair.scenes[together.name] = (pair.scenes[together.name] or 0) + 1
        end
      end
    end
  end
  table.sort(list, function(x, y)
    if x.count ~= y.count then return x.count > y.count end
    return x.a.name < y.a.name or x.a.name == y.a.name and x.b.name < y.b.name
  end)
  return list
end

--- The time of day of a minute since a day began, such as "19:40".
function Diary:time(minute)
  local hour, rest = self.scene.place.starts:match "(%d+):(%d+)"
  local since_midnight = math.floor(minute + hour * 60 + rest) % MINUTES
  return ("%02d:%02d"):format(math.floor(since_midnight / 60), since_midnight % 60)
end

return diary
