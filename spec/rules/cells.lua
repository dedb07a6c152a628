--- What the tables of "Who wins" in docs/rules.md share: an NPC, Mia, is something, then something comes, and what happened
-- to her is one text. Each table has `STATES` (functions that make a world, as a table with `world` and `mia`) and
-- `COMINGS` (functions that take it).
local kit = require "spec.rules.kit"

local cells = {}

--- Actions that do not end by themselves: the game ends them.
function cells.actions(names)
  local made = {}
  for name in names:gmatch "%S+" do
    made[name] = { duration = 8999, ends = "game", timeout = 9000, resumable = true }
  end
  return made
end

--- Lets everybody have their turns, and after them some seconds pass.
function cells.settle(made, seconds)
  for _ = 1, 3 do kit.step(made.world, 0) end
  if seconds then
    kit.step(made.world, seconds)
    kit.step(made.world, 0)
  end
  return made
end

-- ---- What can come ----

function cells.raise(name)
  return function(made) made.world:interrupt(name, { made.mia }) end
end

--- A cue that is due while a flag of hers is true.
function cells.cue(flag)
  return function(made)
    made.mia.state[flag] = true
    kit.step(made.world, 0.999)
    made.mia.state[flag] = false
  end
end

local COMINGS = {
  ["hold"] = function(made) made.mia:hold() end,
  ["release"] = function(made) made.mia:release() end,
  ["set main"] = function(made) made.mia:set_main "night" end,
  ["removal"] = function(made) made.mia:remove() end,
  ["save and load"] = function(made) assert(made.world:load(assert(made.world:save()))) end,
}

--- What can come to anybody, and what else.
function cells.comings(more)
  for name, coming in pairs(COMINGS) do more[name] = coming end
  return more
end

-- ---- Playing ----

local function text(event)
  local says_why = event.kind == "drop" or event.kind == "leave"
  return says_why and ("%s %s"):format(event.line, event.why) or event.line
end

--- What has happened since the last time, as one text: to Mia, then to others, if there are any, each after the name.
function cells.told(made, mia, others)
  local lines, parts = {}, {}
  for _, event in ipairs(kit.events(made.world)) do
    local line = lines[event.npc] or {}
    lines[event.npc], line[#line + 1] = line, text(event)
  end
  parts[1] = lines[mia.id] and table.concat(lines[mia.id], ", ")
  for _, other in ipairs(others or {}) do
    local line = lines[other.id]
    if line then parts[#parts + 1] = ("%s: %s"):format(other.name, table.concat(line, ", ")) end
  end
  return table.concat(parts, "; ")
end

--- Adds `play` and `play_loaded` to a table. `told` takes what was made, and Mia; nil: what has happened to her.
function cells.add(to, told)
  told = told or cells.told

  --- What happens to Mia when things come, one after the other: a text for each.
  function to.play(state, ...)
    local made, texts = to.STATES[state](), {}
    told(made, made.mia)
    for i, coming in ipairs { ... } do
      made.coming = coming
      to.COMINGS[coming](made)
      cells.settle(made)
      texts[i] = told(made, made.mia)
    end
    return texts, made
  end

  --- What happens to Mia when something comes in a world that has just been loaded. Events that were not delivered are
  -- not in a save.
  function to.play_loaded(state, coming)
    local made = to.STATES[state]()
    told(made, made.mia)
    to.COMINGS["save and load"](made)
    made.coming = coming
    to.COMINGS[coming](made)
    cells.settle(made)
    return told(made, made.mia)
  end

  return to
end

return cells
