--- What the specs of the rules share: worlds of short content, and what happened in them, as lines of text.
local bustle = require "bustle"

local kit = {}

-- What happened in each world: events as tables, in order.
local logs = setmetatable({}, { __mode = "k" })

--- A sequence of actions, one after the other.
kit.chain = bustle.chain

--- A pack of plain tables, named "p" unless it says otherwise.
function kit.pack(content)
  content.name = content.name or "p"
  return bustle.pack(content)
end

--- A world of one pack. Errors in functions and handlers are kept in `kit.errors(world)`.
-- @tparam table content as for `bustle.pack`
-- @tparam[opt] table options as for `bustle.world`
function kit.world(content, options)
  local given = { packs = { kit.pack(content) }, seed = 1 }
  for key, value in pairs(options or {}) do given[key] = value end
  return kit.watch(bustle.world(given))
end

--- Keeps what happens in a world.
function kit.watch(world)
  local log = { errors = {}, read = 0 }
  logs[world] = log
  world:on("error", function(message, where) log.errors[#log.errors + 1] = { message = message, where = where } end)
  return world
end

function kit.errors(world) return logs[world].errors end

local ABOUT = { stop = "reason", fail = "reason", halt = "reason", interrupt = "interruption", ignore = "interruption" }

local function line(events, i)
  local kind = events:kind(i)
  local parts = { kind, events:name(i) }
  if events:resumed(i) then parts[#parts + 1] = "again" end
  if ABOUT[kind] then parts[#parts + 1] = events[ABOUT[kind]](events, i) end
  return table.concat(parts, " ")
end

--- One update; its events are kept.
function kit.step(world, seconds, options)
  assert(world:update(seconds, options))
  local log, events = logs[world], world:events()
  for i = 1, events.count do
    log[#log + 1] = { npc = events:npc(i), line = line(events, i), kind = events:kind(i), name = events:name(i),
      time = events:time(i), target = events:target(i), remaining = events:remaining(i), duration = events:duration(i),
      why = events:reason(i) }
  end
  assert(world:check())
end

--- Updates of `step` seconds (1 unless given) for that many seconds.
function kit.run(world, seconds, step)
  step = step or 1
  for _ = 1, math.floor(seconds / step + 0.5) do kit.step(world, step) end
end

--- The events since the last time they were asked for, as tables; of one entity, if it is given.
function kit.events(world, who)
  local log, list = logs[world], {}
  for i = log.read + 1, #log do
    if not who or log[i].npc == who.id then list[#list + 1] = log[i] end
  end
  log.read = #log
  return list
end

--- The same as lines: "start rest", "stop rest done", "fail day no_option", "interrupt hide rain", ... Less the spawns.
function kit.lines(world, who)
  local list = {}
  for _, event in ipairs(kit.events(world, who)) do
    if event.kind ~= "spawn" then list[#list + 1] = event.line end
  end
  return list
end

--- The names in events of a kind, in order.
function kit.names(world, kind, who)
  local list = {}
  for _, event in ipairs(kit.events(world, who)) do
    if event.kind == kind then list[#list + 1] = event.name end
  end
  return list
end

--- Whom the starts of an action chose, in order.
function kit.targets(world, action, who)
  local list = {}
  for _, event in ipairs(kit.events(world, who)) do
    if event.kind == "start" and event.name == action then list[#list + 1] = event.target end
  end
  return list
end

--- How often each thing is in a list.
function kit.counts(list)
  local counts = {}
  for _, each in ipairs(list) do counts[each] = (counts[each] or 0) + 1 end
  return counts
end

--- Asserts that a call raises an ordinary error with this plain text in it.
function kit.raises(text, fn, ...)
  local ok, message = pcall(fn, ...)
  if ok then error("no error; expected: " .. text, 2) end
  if not tostring(message):find(text, 1, true) then
    error(("expected: %s\ngot: %s"):format(text, tostring(message)), 2)
  end
end

--- Asserts that content is refused with this plain text in the message.
function kit.refuses(text, content)
  local ok, message = pcall(kit.world, content)
  if ok then error("it was taken; expected: " .. text, 2) end
  if not tostring(message):find(text, 1, true) then
    error(("expected: %s\ngot: %s"):format(text, tostring(message)), 2)
  end
end

--- A content whose only NPC, "man", does one action, with whatever else is given.
-- @tparam table action
-- @tparam[opt] table more added to the content; `state` is the man's
function kit.doing(action, more)
  local content = { actions = { act = action }, sequences = { day = kit.chain { "act" } },
    npcs = { man = { main = "day" } } }
  for key, value in pairs(more or {}) do
    if key == "state" or key == "fallback" or key == "on" or key == "memory" then
      content.npcs.man[key] = value
    elseif type(content[key]) == "table" then
      for name, each in pairs(value) do content[key][name] = each end
    else
      content[key] = value
    end
  end
  return content
end

return kit
