-- The arguments that the demos share.
local nearest = require "bustle.common.nearest"
local scene = require "examples.demo.scene"

local options = {}

local function refuse(text, ...)
  io.stderr:write("bustle demo: ", text:format(...), "\n")
  os.exit(2)
end

-- Whole numbers with a least one.
local NUMBERS = { ["--npcs"] = { "npcs", 1, 100000 }, ["--seconds"] = { "seconds", 1, 86400 },
  ["--days"] = { "days", 1, 60 }, ["--seed"] = { "seed", 0, 2 ^ 32 - 1 } }

-- Of a word that is neither a place nor an option.
local function refuse_word(word)
  local known = table.concat(scene.PLACES, ", ")
  if word:sub(1, 1) == "-" then refuse("there is no option %s; demo --help lists them", word) end
  refuse("there is no %s (%s); there are %s", word, nearest.question(word, scene.PLACES, "see demo --help"), known)
end

local function is_place(name)
  for _, place in ipairs(scene.PLACES) do
    if place == name then return true end
  end
  return false
end

-- What does not go together, and how long it takes if nothing is said.
local function settle(made)
  if made.days and not scene.has_days(made.place) then
    refuse("--days is for the village; the %s has no days, but --seconds", made.place)
  elseif made.days and made.seconds then
    refuse "--days and --seconds both say how long; give one of them"
  elseif made.npcs and scene.has_days(made.place) then
    refuse("--npcs is not for the %s: all who live there have homes, work and each other", made.place)
  end
  local usual = scene.has_days(made.place) and scene.DAY or 300
  made.seconds = made.days and made.days * scene.DAY or made.seconds or usual
  return made
end

--- Reads `[PLACE] [--npcs N] [--seconds S] [--days N] [--seed N] [--report FILE]`; ends the program with a word if it
-- cannot.
function options.read(arguments)
  local made, i = { place = "village", seed = 42 }, 1
  while arguments[i] do
    local word, value = arguments[i], arguments[i + 1]
    local number = NUMBERS[word]
    if number then
      local given = tonumber(value)
      if not given or given ~= math.floor(given) or given < number[2] or given > number[3] then
        refuse("%s takes a whole number from %d to %.0f, not %s", word, number[2], number[3], value or "nothing")
      end
      made[number[1]], i = given, i + 1
    elseif word == "--report" then
      made.report, i = value or refuse("--report takes the name of a file"), i + 1
    elseif is_place(word) then
      made.place = word
    else
      refuse_word(word)
    end
    i = i + 1
  end
  return settle(made)
end

return options
