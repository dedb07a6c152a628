--- The day of an NPC in the panel of the inspector: its plan as a bar with a cursor at the clock's time, what lies in
-- its inboxes, and who waits at an entity to meet others.
local names = require "bustle.inspector.names"
local text = require "bustle.observe.explain.text"

local days = {}

local spoken = names.spoken

-- The heights of an entry, and of the lowest and all other priorities.
local HIGH, GAP, MOST = 15, 2, 6

-- ---- The plan ----

local function by_priority(list)
  local rows, known = {}, {}
  for _, raw in ipairs(list) do
    if not known[raw.priority] then
      known[raw.priority] = { priority = raw.priority }
      rows[#rows + 1] = known[raw.priority]
    end
    table.insert(known[raw.priority], raw)
  end
  table.sort(rows, function(a, b) return a.priority > b.priority end)
  return rows
end

-- From 0 to 1 within the day; what lies outside of it is cut.
local function part_of(now, ms)
  return math.max(0, math.min(1, (ms - now.day * now.day_ms) / now.day_ms))
end

-- Of two of one priority, the one that begins later covers the other.
local function draw_row(self, pen, row, now, y)
  for _, raw in ipairs(row) do
    local from, to = part_of(now, raw.begins_ms), part_of(now, raw.ends_ms)
    if to > from then
      pen:block(from * pen.width, y, (to - from) * pen.width, HIGH, raw.holds and "held" or "entry",
        spoken(self.world._names.shown.sequence[raw.sequence]))
    end
  end
end

local function draw_bar(self, pen, list, now)
  local rows = by_priority(list)
  for i, row in ipairs(rows) do draw_row(self, pen, row, now, (i - 1) * (HIGH + GAP)) end
  local high = #rows * (HIGH + GAP)
  pen:block(now.time_ms / now.day_ms * pen.width, -2, 1.5, high + 2, "cursor")
  pen.y = pen.y + high + 3
end

-- What holds, what comes next, and what else is open and does not hold, and why.
local function draw_entries(pen, plan)
  local now, coming
  for _, each in ipairs(plan.entries) do
    if each.holds then now = each end
    if each.why == "later" and not coming then coming = each end
  end
  if now then
    pen:line(("%s, %s to %s"):format(spoken(now.sequence), now.from, now.to), text.planned(now), "lit")
  end
  for _, each in ipairs(plan.entries) do
    if each.why == "below" or each.why == "short" then pen:reason(spoken(each.sequence), text.planned(each), "text") end
  end
  if coming then pen:line(("then %s"):format(spoken(coming.sequence)), coming.from, "dim") end
end

--- Draws the plan of the selected NPC, if it has one.
-- @tparam table self an inspector, with `plan` of its explanation
-- @tparam table pen
function days.draw_plan(self, pen)
  local now = self.plan and self.world._core:clock()
  local list = now and self.world._core:npc_plan(self.selected.id, now.day)
  if not list then return end
  local role = self.plan.role and (", as %s"):format(spoken(self.plan.role)) or ""
  pen:title(("day %d, %s: %s%s"):format(self.plan.day, self.plan.time, spoken(self.plan.plan), role))
  draw_bar(self, pen, list, now)
  draw_entries(pen, self.plan)
end

-- ---- Inboxes ----

local function lying_in(self, inbox)
  local texts, count = {}, 0
  for _, each in ipairs(self.inboxes) do
    if each.inbox == inbox then
      count = count + 1
      if count <= MOST then
        texts[count] = ("%s %.0f s%s"):format(each.sender, self.world:now() - each.time,
          each.awaited and ", awaited" or "")
      end
    end
  end
  if count > MOST then texts[#texts + 1] = ("%d more"):format(count - MOST) end
  return count, table.concat(texts, "; ")
end

--- Draws what lies in the inboxes of the selected NPC, if it has any.
-- @tparam table self an inspector, with `inboxes` of its explanation
-- @tparam table pen
function days.draw_inboxes(self, pen)
  local world = self.world
  local compiled, content = world._names.compiled, world._names.content
  local own = content:name("entity", world._core:definition(self.selected.id))
  local drawn = false
  for _, entity in ipairs(compiled.tables.entities) do
    for _, inbox in ipairs(entity.name == own and entity.inboxes or {}) do
      if not drawn then pen:title "inboxes" end
      drawn = true
      local shown = world._names.shown.inbox[content:find("inbox", inbox)]
      local count, texts = lying_in(self, shown)
      pen:reason(("%s: %d"):format(spoken(shown), count), texts, count > 0 and "lit" or "text")
    end
  end
end

--- What an NPC waits for that is a message, what becomes of one, or a meeting, in as few words as will do.
-- @tparam table message of `now` of an explanation
-- @treturn string
function days.awaited(message)
  if message.kind ~= "send" or not message.target then return text.awaited_message(message) end
  if message.sequence then
    return ("%s: has it in hand (%s > %s)"):format(message.target, spoken(message.sequence), spoken(message.node))
  end
  if not message.place then return ("%s: %s"):format(message.target, spoken(message.inbox)) end
  return ("%s: %s, %d before it"):format(message.target, spoken(message.inbox), message.place - 1)
end

-- ---- Meetings ----

--- Draws who waits at the selected entity, under each name.
-- @tparam table self an inspector
-- @tparam table pen
function days.draw_meetings(self, pen)
  local world, drawn = self.world, false
  for id = 0, world._names.content:count "meeting" - 1 do
    local name, texts = world._names.shown.meeting[id], {}
    for i, npc in ipairs(self.selected:meeting(name)) do
      texts[math.min(i, MOST)] = i < MOST and names.called(world, npc) or ("%d more"):format(i - MOST + 1)
    end
    if #texts > 0 then
      if not drawn then pen:title "waiting here" end
      drawn = true
      pen:reason(spoken(name), table.concat(texts, ", "), "lit")
    end
  end
end

return days
