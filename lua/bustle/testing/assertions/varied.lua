--- The assertion `varied`: whether the routines of NPCs differ enough, by the numbers of `bustle.stats`.
local common = require "bustle.testing.assertions.common"
local entity = require "bustle.world.entity"
local keys = require "bustle.common.keys"
local nearest = require "bustle.common.nearest"
local stats = require "bustle.stats"

local check_npc, refuse = common.check_npc, common.refuse

local VARIED = { at_least = true, evenness = true, repetition = true }

local function routines_of(npcs, level)
  if type(npcs) ~= "table" or entity.is_entity(npcs) or #npcs == 0 then
    refuse(level + 1, "varied takes a list of npcs of one world")
  end
  local world, wanted, routines = check_npc(npcs[1], level + 1)._world, {}, {}
  for _, npc in ipairs(npcs) do
    check_npc(npc, level + 1)
    if npc._world ~= world then refuse(level + 1, "varied takes npcs of one world") end
    wanted[npc._number] = true
  end
  for _, routine in ipairs(stats.routines(world.history)) do
    if wanted[routine.number] then routines[#routines + 1] = routine end
  end
  return routines
end

-- What is not varied enough, in words.
local function monotony(routines, limits)
  local spread, _, closest = stats.spread(routines)
  local list = {}
  if limits.at_least and spread < limits.at_least then
    list[1] = ("their routines differ by %.2f on average, not by %.2f"):format(spread, limits.at_least)
    if closest[1] then
      list[2] = ("closest are %s: %s\n        and %s: %s"):format(closest[1].npc,
        table.concat(closest[1].actions, ", "), closest[2].npc, table.concat(closest[2].actions, ", "))
    end
  end
  for _, routine in ipairs(routines) do
    local _, evenness = stats.entropy(routine.actions)
    if limits.evenness and evenness < limits.evenness then
      list[#list + 1] = ("%s uses its actions with an evenness of %.2f, not %.2f"):format(routine.npc, evenness,
        limits.evenness)
    end
    local repetition = stats.repetition(routine.actions)
    if limits.repetition and repetition.times > limits.repetition then
      list[#list + 1] = ("%s does the same %d times in a row, not %d at most: %s"):format(routine.npc,
        repetition.times, limits.repetition, table.concat(repetition.block, ", "))
    end
  end
  return list
end

--- For luassert.
local function varied(state, arguments, level)
  local routines, limits = routines_of(arguments[1], level + 1), arguments[2]
  if type(limits) ~= "table" or next(limits) == nil then
    refuse(level + 1, "varied takes limits, such as { at_least = 0.3 }")
  end
  for key, value in pairs(limits) do
    if not VARIED[key] then
      refuse(level + 1, "varied: unknown option %s (%s)", tostring(key), nearest.question(tostring(key),
        keys.names(VARIED), "there are at_least, evenness and repetition"))
    end
    if type(value) ~= "number" then refuse(level + 1, "varied: %s must be a number", key) end
  end
  local list = monotony(routines, limits)
  return common.result(state, arguments, #list == 0, function()
    return ("expected %d npcs %s vary%s"):format(#routines, common.to(state),
      #list > 0 and "\n" .. table.concat(list, "\n") or "")
  end)
end

return varied
