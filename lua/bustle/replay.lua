--- Replaying a recording: makes the same calls and gives the same answers again, in a world of its own, and reports the
-- first difference.
--
--     local replay = require "bustle.replay"
--     local again = assert(replay.open "bug.recording")
--     again.world:on("start", function(npc, target, run) print(npc.name, run.action) end)
--     while again:step() do end
--     print(again.difference or "the same decisions")
local core_round = require("bustle.core").round
local format = require "bustle.observe.recording.format"
local difference = require "bustle.observe.recording.difference"
local sources = require "bustle.packs.sources"
local world_of = require "bustle.world"

local unpack = rawget(table, "unpack") or rawget(_G, "unpack")

local replay = {}

local Replay = {}
Replay.__index = Replay

-- ---- Opening ----

local function map_of(pairs_list)
  local map = {}
  for _, pair in ipairs(pairs_list) do map[pair[1]] = pair[2] end
  return map
end

local function is_begin(entry)
  if not entry or entry.kind ~= "begin" or entry.count ~= 7 or type(entry[6]) ~= "string" then return false end
  for i = 2, 5 do
    if type(entry[i]) ~= "table" then return false end
  end
  for _, list in ipairs { entry[3], entry[4], entry[5] } do
    for _, pair in ipairs(list) do
      if type(pair) ~= "table" or pair[1] == nil then return false end
    end
  end
  return true
end

-- What decides of the options with which the world was made. The save has the seed.
local KEPT = { "ends", "restart", "mods" }

local function options_of(entry, packs)
  for _, path in ipairs(packs and {} or entry[2]) do
    if type(path) ~= "string" then
      return nil, "the recorded world had packs that were made of tables; say which, as packs = { ... }"
    end
  end
  local written, made = map_of(entry[3]), { packs = packs or entry[2], places = false }
  for _, name in ipairs(KEPT) do made[name] = written[name] end
  made.metric = written.metric or "manhattan" -- there was no other
  if written.day_ms then made.clock = { day = written.day_ms / 1000 } end
  made.limits, made.constants = map_of(entry[4]), map_of(entry[5])
  return made
end

local function explain_changes(changes)
  local lines = { "the content is not what it was when this was recorded:" }
  for i, change in ipairs(changes) do lines[i + 1] = "  " .. change.text end
  return table.concat(lines, "\n")
end

local function make_world(entry, given)
  local options, problem = options_of(entry, given.packs)
  if not options then return nil, problem end
  options.source, options.explain = given.source, given.explain
  local made, world = pcall(world_of.new, options)
  if not made then return nil, tostring(world) end
  local loaded, changes, message = pcall(world.load, world, entry[6])
  if not loaded then return nil, tostring(changes) end
  if not changes then return nil, message end
  if #changes > 0 then return nil, explain_changes(changes) end
  return world
end

--- Opens a recording.
-- @tparam string source the path of a file, or the recording itself
-- @tparam[opt] table options `packs`: those of the recorded world, where they are not found where they were; `source`
-- and `explain` are as in `bustle.world`
-- @treturn[1] table with `world`, as it was when the recording began, and later `difference`, the first one, a text
-- @treturn[2] nil
-- @treturn[2] string why it cannot be replayed
function replay.open(source, options)
  local text, problem = source, nil
  if source:sub(1, 6) ~= format.HEAD:sub(1, 6) then text, problem = sources.disk():read(source) end
  if not text then return nil, problem end
  local reader, message = format.reader(text)
  if not reader then return nil, message end
  local first, broken = format.next(reader)
  if not is_begin(first) then return nil, broken or "the recording does not say how it began" end
  local world, refused = make_world(first, options or {})
  if not world then return nil, refused end
  local self = setmetatable({ world = world, reader = reader, version = first[1],
    in_units = map_of(first[3]).metric == nil, with_events = first[7], updates = 0,
    queue = {}, at = 0, recorded = {} }, Replay)
  world._witness = self
  world:on("error", function() end) -- what went wrong then goes wrong again
  return self
end

-- ---- Doing it again ----

local function differs(self, text)
  self.difference = self.difference or ("at %.3f s: %s"):format(self.world._core:now() / 1000, text)
end

local function check_answered(self)
  if self.at < #self.queue then differs(self, "the game is not asked all that it was asked") end
  self.queue, self.at = {}, 0
end

-- Those calls that concern more than the core.
local CALLS = {}

function CALLS.spawn(self, entry)
  local world = self.world
  local id = world._core:spawn(entry[1], entry[2], entry[3], entry[4], entry[5], entry[6] and map_of(entry[6]))
  if id ~= entry[7] then return differs(self, "another entity comes into the world") end
  world:_label(id)
end

function CALLS.remove(self, entry) self.world:_remove(entry[1], 1) end
function CALLS.load(self, entry) assert(self.world:load(entry[1])) end

-- Recordings that name no metric are of a time when the core rounded positions and distances to whole units. The first
-- and the last such value of each call:
local IN_UNITS = { spawn = { 3, 5 }, move = { 2, 4 }, interrupt_within = { 2, 5 }, interrupt_around = { 3, 3 },
  answer = { 1, 3 } }

local function round_units(entry)
  local range = IN_UNITS[entry.kind]
  for i = range and range[1] or 1, range and range[2] or 0 do
    if type(entry[i]) == "number" then entry[i] = core_round(entry[i]) or entry[i] end
  end
end

-- A call as it was made. One that the world now refuses is a difference.
local function call(self, entry)
  local core = self.world._core
  if self.in_units then round_units(entry) end
  local ok, problem
  if CALLS[entry.kind] then
    ok, problem = pcall(CALLS[entry.kind], self, entry)
  else
    ok, problem = pcall(core[entry.kind], core, unpack(entry, 1, entry.count))
  end
  if not ok then differs(self, ("%s was done, and is refused now: %s"):format(entry.kind, tostring(problem))) end
  check_answered(self)
end

local function following(self)
  self.at = self.at + 1
  return self.queue[self.at]
end

local function is_answer(entry)
  return entry ~= nil and entry.kind == "answer"
end

--- What the game answered, in place of asking it.
function Replay:ask(kind, _, about)
  local entry = following(self)
  if not entry or entry.kind ~= "ask" or entry[1] ~= kind or entry[2] ~= about then
    local asked = entry and entry.kind == "ask" and difference.asked(self.world, entry[1], entry[2]) or "nothing more"
    differs(self, ("recorded was that the game is asked for %s; the replay asks for %s"):format(asked,
      difference.asked(self.world, kind, about)))
    self.at = self.at - 1
    return nil
  end
  while self.queue[self.at + 1] and self.queue[self.at + 1].kind == "write" do
    local written, core = following(self), self.world._core
    pcall(core.set, core, written[1], written[2], written[3])
  end
  if not is_answer(self.queue[self.at + 1]) then error("it raised an error when this was recorded", 0) end
  local answer = following(self)
  if self.in_units and kind == "query_position" then round_units(answer) end
  return answer[1], answer[2], answer[3]
end

local function compare(self, hash)
  if self.difference or self.world:hash() == hash then return end
  differs(self, difference.of(self.world, self.with_events and self.recorded, hash))
end

-- Everything that was asked for in an update stands before it.
local function update(self, entry)
  local world = self.world
  local made, problem = pcall(world._update_again, world, world._now + entry[1], entry[2], entry[4])
  if not made then
    differs(self, tostring(problem))
    return false, self.difference
  end
  check_answered(self)
  compare(self, entry[3])
  self.recorded, self.updates = {}, self.updates + 1
  return true
end

-- What comes before the call within which it happened, and where it is kept until then.
local KEPT_IN = { ask = "queue", write = "queue", answer = "queue", event = "recorded" }

--- Goes on to the end of the next update.
-- @treturn[1] boolean true
-- @treturn[2] nil at the end of the recording
-- @treturn[3] boolean false if it cannot go on
-- @treturn[3] string why
function Replay:step()
  while true do
    local entry, message = format.next(self.reader)
    if not entry then return entry, message end
    local list = self[KEPT_IN[entry.kind]]
    if list then
      list[#list + 1] = entry
    elseif entry.kind == "update" then
      return update(self, entry)
    elseif entry.kind == "finish" then
      return nil
    else
      call(self, entry)
    end
  end
end

return replay
