--- The section of the inspector's panel that explains the last choice of an NPC: what was open, what was not and why,
-- and by which rule the NPC took one. Only worlds made with `explain` know it.
local lines = require "bustle.observe.happenings.lines"
local names = require "bustle.inspector.names"
local text = require "bustle.observe.explain.text"

local choice = {}

-- So many options are shown, and so wide may the column of their names be.
local SHOWN, WIDEST = 5, 150

local LISTS = { way = "options", target = "candidates", cue = "candidates", cast = "candidates",
  request = "providers", send = "receivers", take = "messages" }

-- Of a scene: the search for the part that found nobody, else the last that found somebody.
local function search_of(entry)
  for i = #entry.parts, 1, -1 do
    local search = entry.parts[i]
    if #search.candidates > 0 and (entry.verdict == "open" or search.part == entry.part) then return search end
  end
end

-- A cast as a choice like others.
local function of_cast(entry)
  local search = entry.kind == "cast" and search_of(entry)
  if not search then return nil end
  return { kind = "cast", time = entry.time, candidates = search.candidates, reached = search.reached,
    action = ("%s, %s"):format(entry.scene, search.part), target = search.found[#search.found],
    words = entry.verdict == "open" and "is cast" or lines.no_cast(entry) }
end

-- What was taken; there is no rule but the node's own.
local function of_take(entry)
  if entry.kind ~= "take" then return nil end
  return { kind = "take", time = entry.time, messages = entry.messages, action = entry.inbox, target = entry.target,
    words = entry.target and "what it could take" or "nothing that it could take" }
end

-- What a cue found no cast for is told with the cue.
local function as_choice(entry)
  if entry.kind == "cue" and entry.cast then return of_cast(entry.cast) end
  return of_cast(entry) or of_take(entry) or entry
end

--- The last entry that was a choice.
-- @tparam {table,...}|nil decisions of an explanation
-- @treturn table|nil
function choice.last(decisions)
  for i = #(decisions or {}), 1, -1 do
    local entry = as_choice(decisions[i])
    local list = entry and entry[LISTS[entry.kind]]
    if list and #list > 0 then return entry end
  end
end

local spoken = names.spoken

local function heading(entry)
  if entry.kind == "way" then
    return ("%s: %s > %s"):format(spoken(entry.sequence), spoken(entry.node), spoken(entry.to or "nowhere"))
  end
  return ("%s: %s"):format(spoken(entry.action or entry.cue or entry.offer or entry.inbox or lines.asked(entry)),
    spoken(entry.target or "nobody"))
end

-- The one that was taken is among those shown.
local function shown_of(entry, list)
  local taken, shown = entry.kind == "way" and entry.to or entry.target, {}
  for i, each in ipairs(list) do
    local is_taken = (each.to or each.target) == taken
    if is_taken or i <= SHOWN then shown[#shown + 1] = { each = each, taken = is_taken } end
  end
  while #shown > SHOWN do table.remove(shown, shown[SHOWN].taken and SHOWN + 1 or SHOWN) end
  return shown
end

local function name_of(looked)
  return spoken(looked.to or looked.target)
end

local function width_of(pen, shown)
  local width = 0
  for _, each in ipairs(shown) do width = math.max(width, pen.font:getWidth(name_of(each.each))) end
  return math.min(width, WIDEST)
end

--- Draws it.
-- @tparam table pen of `bustle.inspector.pen`
-- @tparam table entry of `choice.last`
-- @tparam number now seconds
function choice.draw(pen, entry, now)
  local list = entry[LISTS[entry.kind]]
  pen:title "last choice"
  pen:line(heading(entry), ("%.0f s ago"):format(now - entry.time))
  pen:line(entry.words or text.rule(entry), nil, "dim")
  local shown = shown_of(entry, list)
  local width = width_of(pen, shown)
  for _, each in ipairs(shown) do
    local looked = each.each
    local words = text.looked(entry, looked):gsub("^closed: ", "")
    pen:write(name_of(looked), each.taken and "lit" or looked.verdict == "open" and "text" or "failed", 0, width)
    pen:write(words, "dim", width + 10, nil, pen.small)
    pen.y = pen.y + 16
  end
  local more = (entry.reached or #list) - math.min(SHOWN, #list)
  if more > 0 then pen:line(("and %d more"):format(more), nil, "dim") end
end

return choice
