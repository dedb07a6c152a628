--- Rounds: towns run in turns, so that a slow spell of the machine meets all of them. Times are processor time of this
-- process.
local town = require "bench.lua.town"

local rounds = {}

--- The Lua that runs this.
rounds.vm = package.loaded.jit and "luajit" or _VERSION:lower():gsub(" ", "")

--- The median of a list of numbers, which it sorts.
function rounds.median(numbers)
  table.sort(numbers)
  local count = #numbers
  return (numbers[math.floor((count + 1) / 2)] + numbers[math.floor(count / 2) + 1]) / 2
end

--- Times towns.
-- @tparam {table,...} towns
-- @tparam number count of rounds
-- @tparam number updates of each town in a round
-- @tparam[opt=town.time] function time of one, in seconds, and how much has happened meanwhile
-- @treturn {table,...} for each town: seconds of every round, `starts` of every round, and `started` in all
function rounds.take(towns, count, updates, time)
  local taken = {}
  time = time or town.time
  for i = 1, #towns do taken[i] = { starts = {}, started = 0 } end
  for round = 1, count do
    for i, each in ipairs(towns) do
      local seconds, starts = time(each, updates)
      taken[i][round], taken[i].starts[round] = seconds, starts
      taken[i].started = taken[i].started + starts
    end
  end
  return taken
end

--- The median, over the rounds of a town, of what a function makes of each.
-- @tparam table taken one of `rounds.take`
-- @tparam function figure takes the seconds and the starts of a round, and its number
function rounds.figure(taken, figure)
  local figures = {}
  for round = 1, #taken do figures[round] = figure(taken[round], taken.starts[round], round) end
  return rounds.median(figures)
end

--- Prints a line of fields, separated by tabs, for report.lua.
-- @param ... texts and numbers
function rounds.print(...)
  local fields = { rounds.vm, ... }
  for i, field in ipairs(fields) do
    if type(field) == "number" then fields[i] = ("%.15g"):format(field) end
  end
  print(table.concat(fields, "\t"))
end

return rounds
