--- A tavern for specs of scenes: patrons who approach each other, order, talk and drink together, and servers. What
-- happens in it is told as lines with times: "@4.5 Mary starts ask Linda".
local kit = require "spec.rules.kit"

local tavern = {}

local function with(target, names)
  local steps = {}
  for i, name in ipairs(names) do steps[i] = { action = name, target = target } end
  return kit.chain(steps)
end

--- A column of actions that are aimed at the other.
function tavern.with_the_other(names) return with("member", names) end

--- The content. Change what is returned as you like.
function tavern.content()
  return {
    name = "tavern", states = { thirst = {}, mood = {} }, interruptions = { "toast_called" },
    actions = {
      exclaim = { duration = 1, targets = "friend", resumable = true },
      walk = { travel = 2, targets = "friend", resumable = true },
      sit = { duration = 200, resumable = true }, wipe = { duration = 200, resumable = true }, look_up = { duration = 1 },
      step_closer = { duration = 1, targets = true }, say = { duration = 2, targets = true },
      listen = { duration = 2, targets = true }, fetch = { duration = 9 }, swap = { duration = 1, targets = true },
      thank = { duration = 1, targets = true }, shrug = { duration = 1, targets = true }, drink = { duration = 3 },
      hum = { duration = 1 },
    },
    sequences = {
      approach = { entry = "exclaim", exclaim = { action = "exclaim", to = "walk" },
        walk = { action = "walk", target = "same", to = "rest" }, rest = { action = "sit", to = "END" } },
      rest = kit.chain { "sit" }, rounds = kit.chain { "wipe" },
      talk = tavern.with_the_other { "step_closer", "say", "listen" },
      reply = tavern.with_the_other { "step_closer", "listen", "say" },
    },
    scenes = {
      order = { patience = 3, limit = 60,
        parts = { { "patron", finish = "self.thirst = 0" }, { "server", who = "server" } },
        { patron = "step_closer", server = "step_closer" },
        { patron = "say", server = "listen" },
        { patron = "listen", server = "say" },
        { server = "fetch" },
        { patron = "swap", server = "swap" },
        { patron = "thank", server = "listen" } },
      weather = { topic = "weather", within = 30, parts = { { "speaker", sequence = "talk" }, { "hearer" } } },
    },
    npcs = {
      patron = { main = "approach", fallback = "rest", tags = { "person" }, state = { "thirst", "mood" },
        reacts = { weather = "reply" },
        -- Above a chat: a thirsty patron leaves one for a drink.
        cues = { thirsty = { targets = "server", within = 5, when = "self.thirst > 5", scene = "order", as = "patron",
          priority = 1, every = 0.5 } } },
      friend = { main = "rest", tags = { "friend" } },
      server = { main = "rounds", tags = { "server" } },
    },
  }
end

local function name_of(world, id)
  local is_there, entity = pcall(world.entity, world, id)
  return is_there and entity.name or "somebody who has left"
end

-- Of which events it is told whom they are about.
local AIMED = { start = true, adopt = true, drop = true, enter = true, exit = true }
local WHY = { leave = true, drop = true }

local function more_of(world, event)
  local more = AIMED[event.kind] and event.target and event.target ~= 0 and " " .. name_of(world, event.target) or ""
  return WHY[event.kind] and ("%s %s"):format(more, event.why) or more
end

--- What has happened since the last time, with times; of those who are given, of all if nobody is.
function tavern.film(world, ...)
  local list, wanted = {}, {}
  for _, npc in ipairs { ... } do wanted[npc.id] = true end
  for _, event in ipairs(kit.events(world)) do
    if event.kind ~= "spawn" and (next(wanted) == nil or wanted[event.npc]) then
      list[#list + 1] = ("@%g %s %s%s"):format(event.time, name_of(world, event.npc), event.line, more_of(world, event))
    end
  end
  return list
end

return tavern
