--- Everything that happens in a world under test, as plain data in the order in which it happened: events, nodes
-- entered, errors, and of every NPC its last decisions. What they look like to people is for `bustle.testing.lines`.
--
-- An entry of a history has `kind`, `time` (seconds), and `npc` and `number`, the name and spawn number of whom it is
-- about ("visitor 3" if it has no name). By kind there are also:
--
-- - "spawn", "remove": `definition`
-- - "start": `action`, `target`, `duration`, `remaining`, `resumed`; "stop": `action`, `target`, `reason`
-- - "fail", "halt": `sequence`, `cause`; "fallback", "restart": `sequence`
-- - "interrupt", "ignore": `interruption` (none for a run), `source`, `sequence`
-- - "node": a node is entered: `sequence`, `node`, `by` ("begin", "way" or "failed"), and unless by "begin" `from`
-- - "error": `message`, `where`; without npc and number
local history = {}

local History = {}
History.__index = History

-- How many decisions of each NPC are kept.
local KEPT = 60

--- The history of a world that is about to be made.
function history.new()
  return setmetatable({ entries = {}, recent = {}, labels = {}, steps = {}, gathered = {}, stats = {} },
    History)
end

--- Remembers what an entity is called, for when it has left.
function History:meet(world, id)
  local core, names = world._core, world._names
  local number = core:spawn_number(id)
  local definition = names.definitions[core:definition(id)].name
  self.labels[id] = { name = core:entity_name(id) or ("%s %d"):format(definition, number), number = number,
    definition = definition }
end

local function label(self, id)
  return self.labels[id] or { name = ("entity %s"):format(tostring(id)), number = 0 }
end

local function label_name(self, id)
  return id and label(self, id).name or nil
end

-- ---- Keeping ----

local function keep(self, number, entry)
  local list = self.recent[number]
  if not list then
    list = {}
    self.recent[number] = list
  end
  list[#list + 1] = entry
  if #list > 2 * KEPT then
    local shorter = {}
    for i = #list - KEPT + 1, #list do shorter[#shorter + 1] = list[i] end
    self.recent[number] = shorter
  end
end

local function add(self, entry)
  self.entries[#self.entries + 1] = entry
  if entry.number then keep(self, entry.number, entry) end
end

-- ---- Events ----

local READ = {}

function READ.spawn(entry, events, i) entry.definition = events:name(i) end
READ.remove = READ.spawn

function READ.start(entry, events, i)
  entry.action, entry.duration, entry.remaining = events:name(i), events:duration(i), events:remaining(i)
  entry.resumed = events:resumed(i)
end

function READ.stop(entry, events, i) entry.action, entry.reason = events:name(i), events:reason(i) end
function READ.fail(entry, events, i) entry.sequence, entry.cause = events:name(i), events:reason(i) end
READ.halt = READ.fail
function READ.fallback(entry, events, i) entry.sequence = events:name(i) end
READ.restart = READ.fallback

function READ.interrupt(entry, events, i)
  entry.sequence, entry.interruption, entry.source = events:name(i), events:interruption(i), entry.target
  entry.target = nil
end
READ.ignore = READ.interrupt

local function add_event(self, events, i)
  local kind = events:kind(i)
  local read = READ[kind]
  -- Errors come with more words through the world's own reports.
  if not read then return end
  local about = label(self, events:npc(i))
  local entry = { kind = kind, time = events:time(i), npc = about.name, number = about.number,
    target = label_name(self, events:target(i)) }
  read(entry, events, i)
  add(self, entry)
end

-- ---- Steps of decisions ----

-- Options and candidates come before what is chosen from them, and are told with it.
local GATHERED = { option = "options", candidate = "candidates" }
local CHOSEN = { way = "options", target = "candidates" }

local ENTERED = { begin = true, way = true, failed = true }

local function node_entry(step)
  if not ENTERED[step.kind] or (step.kind == "way" and not step.to) then return nil end
  return { kind = "node", time = step.time, npc = step.npc, number = step.number, sequence = step.sequence,
    node = step.to or step.node, by = step.kind, from = step.to and step.node or nil, transition = step.transition }
end

local function add_step(self, step)
  local gathered = self.gathered
  if GATHERED[step.kind] then
    gathered[#gathered + 1] = { to = step.to, target = step.target, verdict = step.verdict,
      remembered = step.remembered }
    return
  end
  if CHOSEN[step.kind] then
    step[CHOSEN[step.kind]] = gathered
    self.gathered = {}
  end
  if step.number then keep(self, step.number, step) end
  local entered = node_entry(step)
  if entered then self.entries[#self.entries + 1] = entered end
end

--- Takes a step of a decision, to be put between the events before and after it.
function History:step(world, step)
  local plain = {}
  for key, value in pairs(step) do plain[key] = value end
  plain.npc = step.npc and label_name(self, step.npc.id)
  plain.number = step.npc and label(self, step.npc.id).number
  plain.target = step.target and label_name(self, step.target.id)
  self.steps[#self.steps + 1] = { after = world._core:stats(self.stats).events, step = plain }
end

--- Takes an error that the world reports.
function History:error(world, message, where)
  self.steps[#self.steps + 1] = { after = world._core:stats(self.stats).events,
    failure = { kind = "error", time = world._core:now() / 1000, message = message, where = where } }
end

local function add_pending(self, i)
  local each = self.steps[i]
  if each.failure then add(self, each.failure) else add_step(self, each.step) end
end

--- How many events there have been that were delivered: to be asked before an update, for `collect` after it.
function History:delivered(world)
  local stats = world._core:stats(self.stats)
  return stats.events - stats.undelivered
end

--- Takes over the events of the last update, and what came in between.
function History:collect(world, delivered)
  local events, taken = world:events(), 0
  local function up_to(count)
    while taken < #self.steps and self.steps[taken + 1].after < count do
      taken = taken + 1
      add_pending(self, taken)
    end
  end
  for i = 1, events.count do
    up_to(delivered + i)
    add_event(self, events, i)
  end
  up_to(math.huge)
  self.steps = {}
end

-- ---- Asking ----

local function matches(entry, filter)
  for key, value in pairs(filter) do
    if entry[key] ~= value then return false end
  end
  return true
end

--- The entries that have all these values.
-- @tparam table filter such as `{ kind = "start", number = 3 }`
function History:find(filter)
  local found = {}
  for _, entry in ipairs(self.entries) do
    if matches(entry, filter) then found[#found + 1] = entry end
  end
  return found
end

--- The last decisions of an NPC, with the events about it, oldest first. Options and candidates are lists in what was
-- chosen from them.
function History:decisions(number)
  local list, made = self.recent[number] or {}, {}
  for i = math.max(1, #list - KEPT + 1), #list do made[#made + 1] = list[i] end
  return made
end

return history
