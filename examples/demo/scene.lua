-- A place to watch: a world of one of the packs, and what happens in it by the clock. Used by the terminal and the
-- report; shows nothing itself.
local bustle = require "bustle"

local scene = {}

local Scene = {}
Scene.__index = Scene

local HOUR = 30 -- seconds
local DAY = 1440 -- ... where there is a clock
local WEEKDAYS = { "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday" }
local ROOT = debug.getinfo(1, "S").source:match("^@(.*)examples/demo/scene%.lua$") or ""

-- When it is so late on a day of the village, which begins at six.
local function at(day, hour) return day * DAY + (hour - 6) * DAY / 24 end

-- The size of each place in its own units; what is set, or shouted, at which second. It begins again at the end.
-- A place with `days` has a clock, and people with plans and homes; `ties` are the links that say who they are to each
-- other, and the words for that.
local PLACES = {
  market = { width = 64, height = 36, opens = 8, length = 360, switch = "market_open", happenings = {
    { 60, "shout", "Somebody shouts" }, { 120, "weather", "rainy", "It begins to rain" },
    { 165, "weather", "sunny", "The rain stops" }, { 210, "market_open", false, "The market closes" },
    { 270, "market_open", true, "The market opens" } } },
  park = { width = 40, height = 24, opens = 10, length = 300, happenings = {
    { 60, "shout", "Somebody shouts" }, { 120, "weather", "rainy", "It begins to rain" },
    { 180, "weather", "sunny", "The rain stops" } } },
  club = { width = 2000, height = 1200, opens = 21, length = 300, happenings = {
    { 60, "shout", "Somebody shouts" }, { 150, "bar_open", false, "The bar closes" },
    { 210, "bar_open", true, "The bar opens" } } },
  village = { width = 160, height = 100, length = 7 * DAY, days = true, starts = "06:00", hero = "Brian",
    ties = { { "spouse", "married" }, { "parent", "family" }, { "friend", "friends" }, { "feud", "feud" } },
    happenings = {
    { at(0, 15), "weather", "rainy", "It begins to rain" }, { at(0, 17), "weather", "sunny", "The rain stops" },
    { at(2, 9), "weather", "rainy", "It begins to rain" }, { at(2, 18), "weather", "sunny", "The rain stops" },
    { at(4, 6), "feast", true, "It is a feast day" }, { at(5, 4), "feast", false, "The feast day is over" },
    { at(5, 12), "shout", "Somebody shouts" } } },
}

--- The names of all places.
scene.PLACES = { "village", "market", "park", "club" }

--- How many seconds a day has, and whether somebody lives by it in a place.
scene.DAY = DAY
function scene.has_days(name) return PLACES[name].days or false end

-- ---- People ----

local function people_of(world)
  local people = {}
  for _, entity in ipairs(world:find()) do
    if entity.state.energy then people[#people + 1] = entity end
  end
  return people
end

-- The same place once more, beside the first and too far away to be seen from there.
local function copy(world, originals, number, away, room)
  for _, original in ipairs(originals) do
    local entity, is_person = original.entity, original.is_person
    if not is_person or room > 0 then
      local state = original.stall and { stall = original.stall + number * 1000 } or nil
      world:spawn(entity.kind, { x = original.x + number * away, y = original.y, state = state,
        name = entity.name and ("%s %d"):format(entity.name, number + 1) })
      if is_person then room = room - 1 end
    end
  end
  return room
end

-- As many people as were asked for: fewer of those who are there, or more squares like the first.
local function populate(world, count, away)
  local people, originals = people_of(world), {}
  for i, npc in ipairs(people) do -- every so many of them
    local kept = count >= #people or math.floor(i * count / #people) > math.floor((i - 1) * count / #people)
    if not kept then npc:remove() end
  end
  for _, entity in ipairs(world:find()) do
    local owns = entity.kind == "stall" or entity.kind == "vendor"
    originals[#originals + 1] = { entity = entity, x = entity.x, y = entity.y, is_person = entity.state.energy ~= nil,
      stall = owns and entity.state.stall or nil }
  end
  local room, number = count - #people, 0
  while room > 0 do
    number = number + 1
    room = copy(world, originals, number, away, room)
  end
end

-- ---- Time ----

--- A place with its people.
-- @tparam table options `place`, `npcs`, `seed`
function scene.new(options)
  local place = PLACES[options.place]
  local world = bustle.world { packs = { ROOT .. "behaviours/" .. options.place }, seed = options.seed,
    clock = place.days and { day = DAY, start = place.starts } or nil }
  if options.npcs then populate(world, options.npcs, 5 * place.width) end
  return setmetatable({ world = world, place = place, name = options.place, width = place.width, height = place.height,
    people = people_of(world), days = place.days, ties = place.ties or {}, time = 0, log = {} }, Scene)
end

--- Whom to follow.
function Scene:hero() return self.place.hero and self.world:get(self.place.hero) or self.people[#self.people] end

--- The day of the week, where there are days; `later` is a number of days from now.
function Scene:weekday(later) return WEEKDAYS[(self.world:clock().day + (later or 0)) % 7 + 1] end

--- The time of day, such as "09:30".
function Scene:clock()
  if self.days then return self.world:clock().time end
  local minutes = math.floor(self.time / HOUR * 60) + self.place.opens * 60
  return ("%02d:%02d"):format(math.floor(minutes / 60) % 24, minutes % 60)
end

local function happen(self, happening)
  if happening[2] == "shout" then
    self.world:interrupt("player_shouts", { within = self.width / 2, of = { x = self.width / 2, y = self.height / 2 } })
    self.log[#self.log + 1] = { time = self.time, text = happening[3] }
  else
    self.world:set(happening[2], happening[3])
    self.log[#self.log + 1] = { time = self.time, text = happening[4] }
  end
end

--- Lets time pass. What is due happens, and is kept in `log`.
function Scene:advance(dt)
  local before = self.time
  self.time = before + dt
  for _, happening in ipairs(self.place.happenings) do
    local rounds = math.floor((self.time - happening[1]) / self.place.length)
    if self.time >= happening[1] and rounds > math.floor((before - happening[1]) / self.place.length) then
      happen(self, happening)
    end
  end
  if not self.days then self.world:set("hour", math.floor(self.place.opens + self.time / HOUR) % 24) end
  self.world:update(dt)
end

return scene
