--- What can be seen of a world, as text: who is there, with which state, doing and remembering what. core/test/told.c
-- says the same in C.
local LOWEST = -2147483648

local function number_of(core, id) return id and core:spawn_number(id) or 0 end

local function named(content, kind, id) return id and content:name(kind, id) or "-" end

local function node_of(content, sequence, node)
  return sequence and ("%s.%s"):format(content:name("sequence", sequence), content:node_name(sequence, node)) or "-"
end

local function tell_states(put, core, content, id)
  for state = 0, content:count "state" - 1 do
    local value = core:get(id, state)
    if value then
      put("  state %s %d, %d taken", content:name("state", state), value, core:taken(id, state) or 0)
    end
  end
end

local function tell_doing(put, core, content, id)
  local d = core:doing(id)
  put("  %s, action %s, target %d, token %d, timed %d", d.mood, named(content, "action", d.action),
    number_of(core, d.target), d.token, d.timed and 1 or 0)
  put("  duration %d, remaining %d, timeout %d", d.duration_ms, d.remaining_ms, d.timeout_ms)
  put("  at %s, main %s, activities %d, waiting %d, failures %d, failed %s, cause %d", node_of(content, d.sequence, d.node),
    named(content, "sequence", d.main), d.activities, d.waiting, d.sequence and d.failures or 0,
    named(content, "sequence", d.failed), d.cause or 0)
end

local function tell_frames(put, core, content, id)
  for _, f in ipairs(core:frames(id)) do
    put("  in %d: %s %s, target %d, fallback %d, priority %s, on %s", f.activity, node_of(content, f.sequence, f.node),
      f.lifecycle, number_of(core, f.target), f.fallback and 1 or 0,
      f.priority == LOWEST and "-" or ("%d"):format(f.priority), named(content, "interruption", f.interruption))
  end
end

local function tell_memories(put, core, content, id)
  for _, m in ipairs(core:memories(id, "transition")) do
    put("  went from %s to %s @%d", node_of(content, m.sequence, m.from), node_of(content, m.sequence, m.node), m.time)
  end
  for _, m in ipairs(core:memories(id, "action")) do
    put("  did %s with %d @%d", named(content, "action", m.action), m.spawn_number or 0, m.time)
  end
  for _, m in ipairs(core:memories(id, "interruption")) do
    put("  left %s in %d at %s with %d @%d, duration %d, timeout %d, spent %d", named(content, "action", m.action),
      m.activity, node_of(content, m.sequence, m.node), m.spawn_number or 0, m.time, m.duration_ms, m.timeout_ms,
      m.spent_ms)
  end
end

--- @tparam userdata core the core's world
-- @treturn string
return function(core)
  local content, lines = core:content(), {}
  local function put(format, ...) lines[#lines + 1] = format:format(...) end
  local stats = core:stats {}
  put("time %d, hash %08x, queued %d, turns %d, starts %d, events %d, refused %d", core:now(), core:hash(),
    stats.queued, stats.turns, stats.starts, stats.events, stats.refused)
  for i = 0, content:count "environment" - 1 do
    put("environment %s %d", content:name("environment", i), core:environment(i))
  end
  local id = core:next()
  while id do
    local x, y, z = core:position(id)
    put("%d %s %s at %g %g %g", core:spawn_number(id), content:name("entity", core:definition(id)),
      core:entity_name(id) or "-", x, y, z)
    tell_states(put, core, content, id)
    if pcall(core.doing, core, id) then -- which a prop is not asked
      tell_doing(put, core, content, id)
      tell_frames(put, core, content, id)
      tell_memories(put, core, content, id)
    end
    id = core:next(id)
  end
  return table.concat(lines, "\n") .. "\n"
end
