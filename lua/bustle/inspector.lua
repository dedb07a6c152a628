--- An overlay for LÖVE games that shows what goes on in one NPC or thing, and what the world costs.
--
--     local inspector = require("bustle.inspector").new(world)   -- in love.load
--     inspector:draw()                                           -- last in love.draw
--     inspector:mousepressed(x, y)                               -- selects whom was clicked; in love.mousepressed
--     inspector:keypressed(key)                                  -- "i" shows and hides it, "f2" areas and links
--
-- The last two return true if the click or key was meant for the inspector. Drag the panel to move it. The inspector
-- only looks: decisions are the same with and without it.
local choice = require "bustle.inspector.choice"
local days = require "bustle.inspector.days"
local entity = require "bustle.world.entity"
local failure = require "bustle.inspector.failure"
local graph = require "bustle.inspector.graph"
local names = require "bustle.inspector.names"
local pens = require "bustle.inspector.pen"
local states = require "bustle.inspector.states"
local text = require "bustle.observe.explain.text"
local ties = require "bustle.inspector.ties"
local ways = require "bustle.inspector.ways"

local inspector = {}

local Inspector = {}
Inspector.__index = Inspector

local WIDTH, MARGIN, FRAMES, REACH = 358, 14, 110, 30

-- ---- Watching ----

-- Puts a clock around the world's update.
local function measure(self)
  local update = self.world.update
  self.world.update = function(world, ...)
    local began = love.timer.getTime()
    local ok, message, code = update(world, ...)
    self.choice, self.frame = nil, self.frame % FRAMES + 1
    self.costs[self.frame] = (love.timer.getTime() - began) * 1000
    if self.selected and not self.selected.alive then self:select(nil) end
    if self.selected and self.visible and self.selected._definition.npc then self.walk:follow(self.selected) end
    return ok, message, code
  end
end

-- ---- Sections ----

local spoken = names.spoken

local function what_it_does(self, doing)
  if doing.mood == "awaiting" then
    local phase = self.awaited and self.awaited.kind == "phase"
    local where = phase and "in " .. spoken(self.awaited.scene) or "at " .. spoken(doing.node)
    return ("waits %s%s"):format(where, doing.action and ": " .. spoken(doing.action) or "")
  end
  local what = spoken(doing.action or text.now(doing))
  return doing.target and ("%s: %s"):format(what, names.called(self.world, doing.target)) or what
end

local function draw_head(self, pen, doing)
  local called = names.called(self.world, self.selected)
  pen:write(called, "title", 0, nil, pen.large)
  pen:write(spoken(self.selected.kind), "dim", pen.large:getWidth(called) + 8)
  pen.y = pen.y + 22
  pen:line(what_it_does(self, doing),
    (doing.action or doing.mood == "awaiting") and doing.remaining and ("%.1f s"):format(doing.remaining))
  if self.awaits then pen:line("for " .. self.awaits, nil, "dim") end
  if self.role then pen:reason("role: " .. spoken(self.role.role), text.role(self.role), "dim") end
  local part = doing.remaining and doing.duration and 1 - doing.remaining / doing.duration
    or doing.action and 1 or 0
  pen:bar(0, 2, pen.width, 5, part, "lit")
  pen.y = pen.y + 10
end

local function draw_states(self, pen)
  pen:title "state"
  local half = pen.width / 2
  for i, state in ipairs(self.states) do
    local value, x = self.selected.state[state.key], i % 2 == 1 and 0 or half + 6
    pen:write(spoken(state.name), "text", x, 74)
    if type(value) == "number" and state.min and state.max then
      pen:bar(x + 78, 4, half - 108, 7, (value - state.min) / math.max(1, state.max - state.min))
      pen:write(tostring(value), "dim", x + half - 26)
    else
      pen:write(tostring(value), "dim", x + 78, half - 84)
    end
    if x > 0 or i == #self.states then pen.y = pen.y + 16 end
  end
end

local function draw_stack(pen, doing)
  pen:title "activities"
  for i = #doing.stack, 1, -1 do
    local frame = doing.stack[i]
    local below = doing.stack[i - 1]
    local first = not below or below.activity ~= frame.activity
    local why = first and (frame.main and "main" or frame.interruption and "on " .. spoken(frame.interruption)
      or frame.cue and "cue " .. spoken(frame.cue) or frame.scene and "in " .. spoken(frame.scene)
      or frame.undo and "undo" or "run") or nil
    if why and frame.priority then why = ("%s (%d)"):format(why, frame.priority) end
    if why and frame.sunk then why = why .. ", sunk" end
    local indent = first and "" or "    "
    local where = ("%s%s > %s"):format(indent, spoken(frame.sequence), spoken(frame.node or "..."))
    pen:line(where, why or frame.fallback and "fallback" or frame.offer and "offer " .. spoken(frame.offer) or nil,
      frame.activity == doing.activities and (i == #doing.stack and "lit" or "text") or "dim")
  end
end

local function draw_graph(self, pen, doing)
  local top = doing.stack[#doing.stack]
  local sequence = top and self.walk:sequence(top.sequence)
  if not sequence then return end
  pen:title(spoken(top.sequence))
  if not self.laid or self.laid.name ~= sequence.name then
    self.laid = graph.layout(sequence, pen.width, pen.small)
  end
  graph.draw(self.laid, pen, top.node, self.walk:taken(#doing.stack, top.sequence))
end

-- Asked once after each update, not in each frame: the last choice, what a waiting NPC waits for, its scenes, its plan
-- and its messages.
local function ask(self)
  if self.choice ~= nil then return end
  local e = self.selected:explain()
  self.choice = choice.last(e.decisions) or false
  self.awaits = e.now.awaits and text.awaited(e.now.awaits)
  self.awaited = e.now.scene
  if e.now.scene then self.awaits = text.awaited_scene(e.now) end
  if e.now.message then self.awaits = days.awaited(e.now.message) end
  self.plan, self.inboxes = e.plan, e.inboxes
  self.role, self.cues, self.scenes, self.called = e.role, e.cues, e.scenes, e.npc
end

local function draw_cues(self, pen)
  if #self.cues == 0 then return end
  local now = self.world:now()
  pen:title "cues"
  for _, cue in ipairs(self.cues) do
    pen:reason(spoken(cue.cue), text.cue(cue, now), cue.verdict == "open" and "lit" or "text")
  end
end

local function draw_scenes(self, pen)
  if #self.scenes == 0 then return end
  pen:title "scenes"
  for _, scene in ipairs(self.scenes) do
    pen:reason(("%s as %s"):format(spoken(scene.scene), spoken(scene.part)), text.progress(scene),
      scene.away and "text" or "lit")
    pen:line(text.company(scene, self.called), nil, "dim")
  end
end

local function draw_choice(self, pen)
  if self.choice then choice.draw(pen, self.choice, self.world:now()) end
end

local function draw_failure(self, pen)
  if self.watch.last then failure.draw(pen, self.watch.last, self.world:now()) end
end

local function what_of(self, memory)
  local why = memory.cue or memory.scene or memory.offer or memory.inbox
  if why then
    local met = memory.entity and names.called(self.world, memory.entity) or memory.number and "somebody who left"
    return met and ("%s: %s"):format(spoken(why), met) or spoken(why)
  end
  if not memory.action then
    return ("%s: %s > %s"):format(spoken(memory.sequence), spoken(memory.from), spoken(memory.node))
  end
  local whom = memory.entity and names.called(self.world, memory.entity) or memory.number and "somebody who left"
  return whom and ("%s: %s"):format(spoken(memory.action), whom) or spoken(memory.action)
end

local function draw_memories(self, pen, bottom)
  local now = self.world:now()
  for _, kind in ipairs { "interruptions", "encounters", "actions", "transitions" } do
    local memories = self.selected:memories(kind)
    local room = math.floor((bottom - pen.y - 22) / 16)
    if #memories > 0 and room > 0 then
      pen:title(("remembered %s (%d)"):format(kind, #memories))
      for i = #memories, math.max(1, #memories - math.min(room, kind == "actions" and 6 or 5) + 1), -1 do
        pen:line(what_of(self, memories[i]), ("%.0f s ago"):format(now - memories[i].time))
      end
    end
  end
end

local function draw_costs(self, pen, bottom)
  local sum, most = 0, 0
  for _, cost in ipairs(self.costs) do sum, most = sum + cost, math.max(most, cost) end
  local stats, mean = self.world:stats(self.stats), sum / math.max(1, #self.costs)
  local full = math.max(0.01, math.min(most, mean * 5)) -- one slow frame does not flatten all others
  pen.y = bottom - 42
  pens.colour "bar"
  for i = 1, #self.costs do
    local height = math.max(1, math.min(1, self.costs[(self.frame + i - 1) % #self.costs + 1] / full) * 20)
    love.graphics.rectangle("fill", pen.x + (i - 1) * pen.width / FRAMES, pen.y + 20 - height, 2, height)
  end
  pen.y = bottom - 18
  pen:line(("update: %.3f ms, at most %.3f"):format(mean, most), ("%d NPCs"):format(stats.npcs))
end

-- ---- What games call ----

--- An inspector for a world.
-- @tparam table world
-- @tparam[opt] table options `at(npc)` returns where an NPC is on the screen (its x and y if it is left out);
-- `screen(x, y)` does so for a point of the world, for things and areas; `key` shows and hides the panel ("i"), and
-- `over_key` areas and links over the game ("f2"); `visible`: whether it begins shown; `x` and `y`: where it begins (at
-- the right); `width` (358) and `height` (that of the window)
-- @treturn table
function inspector.new(world, options)
  options = options or {}
  local self = setmetatable({ world = world, at = options.at or function(npc) return npc.x, npc.y end,
    screen = options.screen or function(x, y) return x, y end, key = options.key or "i",
    over_key = options.over_key or "f2", over = false, are_areas = {}, visible = options.visible or false,
    selected = nil, costs = {}, frame = 0, stats = {}, walk = ways.walk(world), x = options.x, y = options.y,
    width = options.width or WIDTH, height = options.height }, Inspector)
  measure(self)
  return self
end

--- Selects an NPC or a thing, or nobody. `inspector.selected` is who it is.
function Inspector:select(npc)
  if npc ~= nil and not entity.is_entity(npc) then
    error(("select: an entity is expected, not a %s"):format(type(npc)), 2)
  end
  if self.watch then self.watch.leave() end
  self.selected, self.laid, self.choice, self.watch = npc, nil, nil, nil
  self.walk:begin()
  if npc then self.states = states.of(self.world, npc) end
  if npc and npc._definition.npc then self.watch = failure.watch(self.world, npc) end
end

-- Where the panel is: within the window, at the right if nobody has placed it.
local function place_of(self)
  local wide, high = love.graphics.getDimensions()
  local width, height = math.min(self.width, wide), math.min(self.height or high, high)
  local x = math.max(0, math.min(self.x or wide, wide - width))
  return x, math.max(0, math.min(self.y or 0, high - height)), width, height
end

-- Follows the mouse while the panel is held.
local function drag(self)
  if not self.held then return end
  if love.mouse.isDown(1) then
    self.x, self.y = love.mouse.getX() - self.held.x, love.mouse.getY() - self.held.y
  else
    self.held = nil
  end
end

-- Who is nearest to a point of the screen, among NPCs or among things.
local function nearest_to(self, x, y, npcs)
  local found, nearest = nil, REACH
  for _, thing in ipairs(self.world:find()) do
    if thing._definition.npc == npcs then
      local px, py = ties.where(self, thing)
      local far = math.sqrt((px - x) ^ 2 + (py - y) ^ 2)
      if far < nearest then found, nearest = thing, far end
    end
  end
  return found
end

--- Selects the NPC nearest to a click, or else the nearest thing. On the panel it takes hold of that instead, until the
-- button is released.
-- @treturn boolean whether the click was on the panel
function Inspector:mousepressed(x, y)
  local left, top, width, height = place_of(self)
  if self.visible and x >= left and x < left + width and y >= top and y < top + height then
    self.held = { x = x - left, y = y - top }
    return true
  end
  self:select(nearest_to(self, x, y, true) or nearest_to(self, x, y, false))
  return false
end

--- Shows and hides the panel, or what is drawn over the game.
-- @treturn boolean whether the key was the inspector's
function Inspector:keypressed(key)
  if key == self.over_key then
    self.over = not self.over
    return true
  end
  if key ~= self.key then return false end
  self.visible = not self.visible
  return true
end

local function draw_npc(self, pen, bottom)
  local doing = self.selected:doing()
  ask(self)
  draw_head(self, pen, doing)
  draw_states(self, pen)
  days.draw_plan(self, pen)
  draw_stack(pen, doing)
  days.draw_inboxes(self, pen)
  days.draw_meetings(self, pen)
  ties.draw(self, pen)
  draw_scenes(self, pen)
  draw_cues(self, pen)
  draw_graph(self, pen, doing)
  draw_choice(self, pen)
  draw_failure(self, pen)
  draw_memories(self, pen, bottom)
end

local function draw_thing(self, pen)
  local called = names.called(self.world, self.selected)
  pen:write(called, "title", 0, nil, pen.large)
  pen:write(spoken(self.selected.kind), "dim", pen.large:getWidth(called) + 8)
  pen.y = pen.y + 26
  draw_states(self, pen)
  days.draw_meetings(self, pen)
  ties.draw(self, pen)
end

local function draw_panel(self, x, y, width, height)
  local pen = self.pen
  pen.x, pen.y = x + MARGIN, y + MARGIN
  pens.colour "panel"
  love.graphics.setScissor(x, y, width, height)
  love.graphics.rectangle("fill", x, y, width, height)
  if self.selected and self.selected._definition.npc then
    draw_npc(self, pen, y + height - 62)
  elseif self.selected then
    draw_thing(self, pen)
  else
    pen:line("Click on somebody to look inside.", nil, "dim")
  end
  draw_costs(self, pen, y + height - MARGIN)
end

--- Draws the panel, if it is shown, and areas and links over the game, if they are.
function Inspector:draw()
  if not self.visible and not self.over then return end
  love.graphics.push("all")
  love.graphics.reset()
  drag(self)
  local x, y, width, height = place_of(self)
  self.pen = self.pen or pens.new(0, 0, width - 2 * MARGIN)
  if self.over then ties.draw_over(self) end
  if self.visible then draw_panel(self, x, y, width, height) end
  love.graphics.pop()
end

return inspector
