-- What the page shows of the world: who there is, what happens, and one NPC or thing from inside. Only who is looked at
-- is followed.
local names = require "bustle.inspector.names"
local prober = require "bustle.inspector.probe"
local stage = require "stage"
local ways = require "bustle.inspector.ways"
local writer = require "bustle.json.writer"

local look = {}

local world, walk, followed
local happened = {} -- since the last frame, as lines of JSON
local MOST = 400 -- of these that the page is told at once
local CROWD = 100 -- NPCs
local stats = {}

local function number_of(entity) return entity and world._core:spawn_number(entity.id) or nil end

-- ---- What happens, for the timeline ----

local KINDS = { start = true, stop = true, interrupt = true, join = true, leave = true, fail = true, error = true }

local function note(entry)
  if not KINDS[entry.kind] or #happened == MOST then return end
  happened[#happened + 1] = { kind = entry.kind, time = entry.time, npc = entry.number, target = entry.target,
    what = entry.action or entry.interruption or entry.scene or entry.sequence or entry.message }
end

-- Of a crowd, decisions are kept of whoever is looked at: all of them would cost more than the world.
local function keep_decisions()
  local keeper = world._keeper
  local step = keeper.step
  function keeper.step(self, told)
    if world:stats(stats).npcs <= CROWD or followed and told.npc == followed.id then step(self, told) end
  end
end

--- Begins with a world.
function look.begin(begun)
  world, walk, followed, happened = begun, ways.walk(begun), nil, {}
  world:_keep():listen { entry = note, updated = function() end }
  keep_decisions()
  local update = world.update
  function world.update(self, ...)
    local ok, message, code = update(self, ...)
    local selected = stage.selected()
    if selected ~= followed then
      followed = selected
      walk:begin()
    end
    if selected and selected._definition.npc then walk:follow(selected) end
    return ok, message, code
  end
end

--- All NPCs that the game shows: number, name and kind, in the order of their coming.
function look.people()
  local list = {}
  for _, entity in ipairs(world:find()) do
    if entity._definition.npc and entity.owner then
      list[#list + 1] = { number = number_of(entity), name = names.called(world, entity),
        kind = names.spoken(entity.kind), action = entity.action }
    end
  end
  return list
end

local function sorted(shown)
  local list = {}
  for _, name in pairs(shown) do list[#list + 1] = name end
  table.sort(list)
  return list
end

--- The interruptions, and the actions, that there are.
function look.interruptions() return sorted(world._names.shown.interruption) end
function look.actions() return sorted(world._names.shown.action) end

--- Interrupts one, or all.
function look.interrupt(name, number)
  local whom = "all"
  for _, entity in ipairs(number and world:find() or {}) do
    if number_of(entity) == number then whom = { entity } end
  end
  local queued, problem = world:interrupt(name, whom)
  return writer.line({ queued = queued or 0, problem = not queued and problem or nil }, {})
end

-- ---- Frames ----

--- What the page is told after each frame.
function look.frame()
  local selected = stage.selected()
  local told = { now = world:now(), events = happened, stopped = stage.stops():stopped(),
    selected = number_of(selected) }
  local clock = world:clock()
  told.clock = clock and clock.time or nil
  if selected then told.x, told.y = stage.place(selected) end
  happened = {}
  return writer.line(told, {})
end

--- Somebody from inside, by number.
-- @tparam table of the world
-- @tparam number number
-- @treturn string JSON; "null" if there is nobody
function look.probe(of, number)
  for _, entity in ipairs(of:find()) do
    if of._core:spawn_number(entity.id) == number then
      return writer.line(prober.of(of, entity, of == world and walk or ways.walk(of)), {})
    end
  end
  return "null"
end

return look
