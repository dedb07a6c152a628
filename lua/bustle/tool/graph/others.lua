--- What a node says that has to do with others: a request, and one that takes a message, sends one, or meets. Pictures
-- of sequences and those of scenes show it. All functions take a picture with `compiled` and `style`.
local dot = require "bustle.tool.graph.dot"
local reader = require "bustle.author.expression.reader"
local times = require "bustle.tool.times"

local COLOURS = dot.COLOURS

local WIDTH = 34

local others = {}

-- ---- Whom it is about ----

-- A path as its pack writes it.
local function path_of(picture, path)
  return (path:gsub("[%w_]+%.[%w_]+", function(name) return picture.style.short("link", name) end))
end

--- Whom a node is aimed at, in words; nil: nobody in particular.
-- @tparam table picture
-- @tparam table node
-- @treturn string|nil
function others.target(picture, node)
  if node.same_target then return "same target" end
  if node.at_member then return "to another member" end
  if node.at_part then return "to " .. node.at_part end
  if node.path then return "to " .. path_of(picture, node.path) end
  local tags = node.kind == "action" and picture.compiled.target_tags[node.performs]
  return tags and "to " .. table.concat(tags, ", ")
end

-- ---- Conditions ----

-- A comparison stays in one piece: lines are broken before `and` and `or`.
local function pieces_of(text)
  local pieces = {}
  for word in text:gmatch("%S+") do
    if #pieces > 0 and word ~= "and" and word ~= "or" then
      pieces[#pieces] = pieces[#pieces] .. " " .. word
    else
      pieces[#pieces + 1] = word
    end
  end
  return pieces
end

--- Adds conditions, each on lines of its own, as they are and-ed.
-- @tparam table picture
-- @tparam {table,...} ops
-- @tparam {table,...} lines
function others.add_conditions(picture, ops, lines)
  for i, text in ipairs(reader.texts(ops, picture.style)) do
    for _, line in ipairs(dot.wrap(pieces_of(i > 1 and "and " .. text or text), WIDTH)) do
      lines[#lines + 1] = { text = line, size = 10 }
    end
  end
end

-- ---- What they say ----

--- The lines below the name of a node, for `dot.label`, by its kind.
others.LINES = {}

local function add_quiet(lines, text)
  lines[#lines + 1] = { text = text, size = 9, colour = COLOURS.quiet }
end

-- "prefers nearest", "prefers least target.wish"
local function preference_of(picture, node)
  if not node.preference then return nil end
  local what = node.preferred_state and " target." .. picture.style.short("state", node.preferred_state)
    or node.preferred and " " .. table.concat(reader.texts(node.preferred, picture.style), " ") or ""
  return "prefers " .. node.preference .. what
end

local function add_wait(picture, node, lines, facts)
  facts[#facts + 1] = times.wait(node)
  if node.waiting then facts[#facts + 1] = "seen in " .. picture.style.short("action", node.waiting) end
  add_quiet(lines, table.concat(facts, ", "))
end

-- What it asks for, of whom, and what is done there.
function others.LINES.request(picture, node)
  local names = #(node.offers or {}) > 0 and table.concat(node.offers, " or ") or "anything"
  local from = node.from_target and "of its target" or node.from_area and "of the area"
    or node.path and "of " .. path_of(picture, node.path)
    or #(node.targets or {}) > 0 and "of " .. table.concat(node.targets, " or ") or "of anyone"
  local lines = { { text = ("asks for %s"):format(names) } }
  local facts = { from }
  if node.timeout_ms then facts[2] = times.wait(node) end
  if node.waiting then facts[#facts + 1] = "seen in " .. picture.style.short("action", node.waiting) end
  add_quiet(lines, table.concat(facts, ", "))
  if node.body then add_quiet(lines, "body: " .. picture.style.short("sequence", node.body)) end
  others.add_conditions(picture, node.when or {}, lines)
  return lines
end

-- What is taken, of whom, and where its value goes.
function others.LINES.take(picture, node)
  local lines = { { text = "takes from " .. picture.style.short("inbox", node.performs) } }
  others.add_conditions(picture, node.when or {}, lines)
  local facts = { preference_of(picture, node) }
  if node.into then facts[#facts + 1] = "into " .. picture.style.short("state", node.into) end
  add_wait(picture, node, lines, facts)
  return lines
end

-- What is sent, to whom, and whether it waits for what becomes of that.
function others.LINES.send(picture, node)
  local value = node.value and #node.value > 0 and " = " .. table.concat(reader.texts(node.value, picture.style), " ")
  local to = others.target(picture, node) or #(node.targets or {}) > 0 and "to " .. table.concat(node.targets, " or ")
    or "to anyone who has it"
  local lines = { { text = ("sends %s%s"):format(picture.style.short("inbox", node.performs), value or "") },
    { text = to } }
  others.add_conditions(picture, node.when or {}, lines)
  local preference = preference_of(picture, node)
  if preference then add_quiet(lines, preference) end
  if node.await then add_wait(picture, node, lines, { "awaits what becomes of it" }) end
  return lines
end

-- Where, how many, and how long.
function others.LINES.meet(picture, node)
  local at = node.same_target and "the target" or node.from_area and "the area" or path_of(picture, node.path)
  local lines = { { text = ("%s: %d meet at %s"):format(node.performs, node.count, at) } }
  add_wait(picture, node, lines, {})
  return lines
end

return others
