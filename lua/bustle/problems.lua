--- What is wrong with content: collects problems, puts them in order, shows them. Others find them.
--
-- A problem is `{ severity = "error" | "warning", code=, kind=, thing=, origin=, spot=, text=, cure=, excerpt= }`:
-- `thing` is the qualified name, `text` begins with the spot within the thing, `excerpt` is the text of an expression
-- with a caret. `word` and `name` are what the author wrote: `npc "visitor"` for the entity "market.visitor". `pack` is
-- the name of the pack in which that is, `by_core` is true of what the core found.
local problems = {}

local SPOTS = { "^node ", "^operation %d+ of ", "^when: ", "^start: ", "^finish: ", "^interrupted: ",
  '^part "' }

-- What the core finds has the spot in its text only.
local function begins_with_spot(text)
  for _, pattern in ipairs(SPOTS) do
    if text:find(pattern) then return true end
  end
  return false
end

--- Adds a problem about a thing.
-- @tparam {table,...} list
-- @tparam table thing `{ kind=, word=, name=, qualified=, origin=, pack= }`
-- @tparam table found `{ code=, text=, spot=, cure=, excerpt=, severity=, origin= }`
function problems.add(list, thing, found)
  list[#list + 1] = {
    severity = found.severity or "error", code = found.code, kind = thing.kind, word = thing.word, name = thing.name,
    thing = thing.qualified, origin = found.origin or thing.origin, spot = found.spot, cure = found.cure,
    excerpt = found.excerpt,
    text = found.spot and ("%s: %s"):format(found.spot, found.text) or found.text, number = #list,
    pack = thing.pack and thing.pack.name,
  }
end

--- Takes over a problem that the core found.
-- @tparam {table,...} list
-- @tparam table found as `core.seal` gives it
-- @tparam[opt] table thing what it is about, if that is known
function problems.adopt(list, found, thing)
  thing = thing or { kind = found.kind, word = found.kind, name = found.thing, qualified = found.thing,
    origin = found.origin }
  problems.add(list, thing, found)
  list[#list].by_core = true
  list[#list].spot = begins_with_spot(found.text) and found.text:match("^(.-): ") or nil
end

-- ---- Order ----

local function place(problem)
  local file, line = (problem.origin or ""):match("^(.*):(%d+)$")
  return file or problem.origin or "", tonumber(line) or 0
end

local function before(a, b)
  if a.severity ~= b.severity then return a.severity == "error" end
  local a_file, a_line = place(a)
  local b_file, b_line = place(b)
  if a_file ~= b_file then return a_file < b_file end
  if a_line ~= b_line then return a_line < b_line end
  if a.kind ~= b.kind then return a.kind < b.kind end
  if a.thing ~= b.thing then return a.thing < b.thing end
  return a.number < b.number
end

--- Puts problems in order: errors first, then by file, line, thing and the order in which they were found.
-- @tparam {table,...} list
-- @treturn {table,...} the same list
function problems.sort(list)
  table.sort(list, before)
  return list
end

--- Whether any of them is an error.
-- @tparam {table,...} list
-- @treturn boolean
function problems.has_errors(list)
  for _, problem in ipairs(list) do
    if problem.severity == "error" then return true end
  end
  return false
end

-- ---- Showing ----

--- A problem as people read it:
-- `market/actions.lua:12: action "sit_on_bench", when: unknown state "seat" (did you mean "seats"?)`,
-- followed by the text with a caret where there is one.
-- @tparam table problem
-- @treturn string
function problems.format(problem)
  local origin = problem.origin and problem.origin ~= "" and problem.origin
  -- The file tells the pack; without it the whole name has to.
  local parts = { origin and origin .. ": " or "", problem.severity == "warning" and "warning: " or "",
    ('%s "%s"'):format(problem.word, origin and problem.name or problem.thing), problem.spot and ", " or ": ",
    problem.text }
  if problem.cure and problem.cure ~= "" then parts[#parts + 1] = (" (%s)"):format(problem.cure) end
  if problem.excerpt then parts[#parts + 1] = "\n    " .. problem.excerpt:gsub("\n", "\n    ") end
  -- Names and texts are those of whoever wrote the pack; the terminal is the player's.
  return (table.concat(parts):gsub("[^%C\n\t]", "?"))
end

--- All of them, each on lines of its own.
-- @tparam {table,...} list
-- @treturn string
function problems.format_all(list)
  local lines = {}
  for i, problem in ipairs(list) do lines[i] = problems.format(problem) end
  return table.concat(lines, "\n")
end

return problems
