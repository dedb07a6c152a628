--- The picture of one sequence: its nodes, what they perform, and the ways between them with their conditions.
local dot = require "bustle.tool.graph.dot"
local others = require "bustle.tool.graph.others"
local reader = require "bustle.author.expression.reader"
local times = require "bustle.tool.times"

local COLOURS = dot.COLOURS

-- ---- What a node says ----

local function action_lines(picture, node)
  local short = picture.style.short("action", node.performs)
  local facts = { times.of(picture.actions[node.performs]) }
  facts[#facts + 1] = others.target(picture, node)
  local lines = { { text = node.name, bold = true, size = 12 } }
  if short ~= node.name then lines[2] = { text = short } end
  lines[#lines + 1] = { text = table.concat(facts, ", "), size = 9, colour = COLOURS.quiet }
  return lines
end

local function wait_lines(picture, node)
  local lines = { { text = node.name, bold = true, size = 12 } }
  others.add_conditions(picture, node.when, lines)
  local facts = { times.wait(node) }
  if node.waiting then facts[2] = "seen in " .. picture.style.short("action", node.waiting) end
  lines[#lines + 1] = { text = table.concat(facts, ", "), size = 9, colour = COLOURS.quiet }
  return lines
end

-- Somebody's part in a scene, or a scene that others play.
local function scene_lines(picture, node)
  local short = picture.style.short("scene", node.performs)
  local facts = { node.as and "scene, as " .. node.as or "stages the scene" }
  if node.timeout_ms then facts[2] = times.wait(node) end
  if node.waiting then facts[#facts + 1] = "seen in " .. picture.style.short("action", node.waiting) end
  local lines = { { text = node.name, bold = true, size = 12 } }
  if short ~= node.name then lines[2] = { text = short } end
  lines[#lines + 1] = { text = table.concat(facts, ", "), size = 9, colour = COLOURS.quiet }
  return lines
end

local SHAPES = {
  take = { shape = "folder", style = "filled", fillcolor = COLOURS.purple, color = COLOURS.purple_line },
  -- Its text stands on a smaller part than that of other shapes.
  send = { shape = "cds", style = "filled", fillcolor = COLOURS.purple, color = COLOURS.purple_line,
    margin = "0.2,0.2" },
  meet = { shape = "octagon", style = "filled", fillcolor = COLOURS.purple, color = COLOURS.purple_line,
    margin = "0.02,0.02" },
  request = { shape = "box", style = "filled", peripheries = 2, fillcolor = COLOURS.blue, color = COLOURS.blue_line },
  body = { shape = "box", style = "filled,rounded,dashed", fillcolor = COLOURS.green, color = COLOURS.green_line },
  action = { shape = "box", style = "filled,rounded", fillcolor = COLOURS.blue, color = COLOURS.blue_line },
  sequence = { shape = "box", style = "filled", peripheries = 2, fillcolor = COLOURS.green,
    color = COLOURS.green_line },
  choice = { shape = "diamond", style = "filled", fillcolor = COLOURS.yellow, color = COLOURS.yellow_line,
    margin = "0.02,0.02" },
  wait = { shape = "box", style = "filled,diagonals", fillcolor = COLOURS.purple, color = COLOURS.purple_line },
  scene = { shape = "box", style = "filled,rounded", peripheries = 2, fillcolor = COLOURS.yellow,
    color = COLOURS.yellow_line },
  pass = { shape = "box", style = "filled,rounded,dashed", fillcolor = "white", color = COLOURS.grey_line },
}

local function sequence_lines(picture, node)
  local lines, short = { { text = node.name, bold = true, size = 12 } }, picture.style.short("sequence", node.performs)
  if short ~= node.name then lines[2] = { text = short } end
  lines[#lines + 1] = { text = "sequence", size = 9, colour = COLOURS.quiet }
  return lines
end

local LINES = { action = action_lines, wait = wait_lines, scene = scene_lines, sequence = sequence_lines }

-- What has to do with others says what it does below its name.
for kind, lines_of in pairs(others.LINES) do
  LINES[kind] = function(picture, node)
    local lines = lines_of(picture, node)
    table.insert(lines, 1, { text = node.name, bold = true, size = 12 })
    return lines
  end
end

local function lines_of(picture, node)
  local lines = LINES[node.kind] and LINES[node.kind](picture, node) or { { text = node.name, bold = true, size = 12 } }
  if node.kind == "pass" then lines[2] = { text = "passes", size = 9, colour = COLOURS.quiet } end
  if node.kind == "body" then
    lines[2] = { text = "what the asker wants to do here", size = 9, colour = COLOURS.quiet }
  end
  if node.free then lines[#lines + 1] = { text = "no phase", size = 9, colour = COLOURS.quiet } end
  return lines
end

-- Attributes as they are drawn, and then as somebody wants them to look.
local function add_attributes(map, more)
  for key, value in pairs(more or {}) do map[key] = value end
end

local function draw_node(picture, node)
  local map = { label = dot.label(lines_of(picture, node)) }
  add_attributes(map, SHAPES[node.kind])
  add_attributes(map, picture.look.node and picture.look.node(node))
  picture.drawing:node("node " .. node.name, map)
end

-- ---- Ways ----

-- Where a sequence ends is drawn once for each node that leads there: lines from everywhere to one spot are hard to
-- follow.
local function destination(picture, from, to)
  if to ~= "END" then return "node " .. to end
  local name = "end of " .. from.name
  if not picture.ends[name] then
    picture.ends[name] = true
    picture.drawing:node(name, { label = "END", shape = "circle", fixedsize = "true", width = 0.42, fontsize = 9,
      fillcolor = COLOURS.ink, color = COLOURS.ink, fontcolor = "white", peripheries = 2 })
  end
  return name
end

local function condition_lines(picture, transition)
  local lines = {}
  if transition.otherwise then lines[1] = { text = "otherwise", italic = true, size = 10, colour = COLOURS.quiet } end
  others.add_conditions(picture, transition.when, lines)
  return lines
end

local function leads_to(node, name)
  for _, transition in ipairs(node.transitions) do
    if transition.to == name then return true end
  end
  return false
end

-- Where two nodes lead to each other, the way back leaves at the side: drawn over the way there, it would look like one
-- line with two heads. Where many come back, Graphviz does better by itself.
local function is_way_back(picture, node, to)
  local other = picture.nodes[to]
  if not other or picture.places[to] >= picture.places[node.name] then return false end
  local pairs_of_other = 0
  for _, transition in ipairs(other.transitions) do
    local third = picture.nodes[transition.to]
    if third and leads_to(third, to) then pairs_of_other = pairs_of_other + 1 end
  end
  return pairs_of_other == 1 and leads_to(other, node.name)
end

local function draw_way(picture, node, i)
  local transition = node.transitions[i]
  local lines = condition_lines(picture, transition)
  local map = {}
  if is_way_back(picture, node, transition.to) then map.tailport, map.headport = "e", "e" end
  if #lines > 0 then
    -- A little air, so that the text does not touch the line.
    for _, line in ipairs(lines) do line.text = " " .. line.text .. " " end
    map.label = dot.label(lines)
  end
  if transition.otherwise then map.color = COLOURS.grey_line end
  add_attributes(map, picture.look.way and picture.look.way(node, i, transition))
  picture.drawing:edge("node " .. node.name, destination(picture, node, transition.to), map)
end

local function draw_failed(picture, node)
  local map = { style = "dashed", color = COLOURS.red,
    label = dot.label { { text = " failed ", size = 10, colour = COLOURS.red } } }
  add_attributes(map, picture.look.failed and picture.look.failed(node))
  picture.drawing:edge("node " .. node.name, destination(picture, node, node.failed), map)
end

local function draw_entry(picture, entry)
  picture.drawing:node("entry", { label = "", shape = "circle", width = 0.16, fixedsize = "true",
    fillcolor = COLOURS.ink, color = COLOURS.ink })
  picture.drawing:edge("entry", "node " .. entry, { penwidth = 1.6, color = COLOURS.ink })
end

local function title_of(picture, sequence)
  local claims = {}
  for i, claim in ipairs(sequence.claims) do
    claims[i] = ("claims %starget.%s"):format(claim.amount > 1 and claim.amount .. " of " or "",
      picture.style.short("state", claim.state))
  end
  return #claims > 0 and ("%s (%s)"):format(sequence.name, table.concat(claims, ", ")) or sequence.name
end

-- Nodes in the order in which they are met from the entry: Graphviz puts first what comes first.
local function ordered(sequence)
  local nodes, seen, list = {}, {}, {}
  for _, node in ipairs(sequence.nodes) do nodes[node.name] = node end
  local function meet(name)
    local node = nodes[name]
    if node and not seen[name] then
      seen[name] = true
      list[#list + 1] = node
    end
  end
  meet(sequence.entry)
  local at = 1
  while list[at] do
    for _, transition in ipairs(list[at].transitions) do meet(transition.to) end
    if list[at].failed then meet(list[at].failed) end
    at = at + 1
  end
  for _, node in ipairs(sequence.nodes) do meet(node.name) end
  return list
end

--- Draws a sequence.
-- @tparam table compiled of `content.compile`
-- @tparam string name qualified
-- @tparam[opt] table look functions that return attributes in place of the usual ones: `node(node)`,
-- `way(node, i, transition)`, `failed(node)`
-- @treturn string DOT
return function(compiled, name, look)
  local actions, sequence = {}, nil
  for _, action in ipairs(compiled.tables.actions) do actions[action.name] = action end
  for _, each in ipairs(compiled.tables.sequences) do
    if each.name == name then sequence = each end
  end
  local pack = compiled:thing("sequence", name).pack.name
  local picture = { compiled = compiled, style = reader.style(compiled, pack), actions = actions, ends = {},
    nodes = {}, places = {}, look = look or {} }
  picture.drawing = dot.new(title_of(picture, sequence), { rankdir = "TB", nodesep = 0.35, ranksep = 0.45 })
  local nodes = ordered(sequence)
  for i, node in ipairs(nodes) do picture.nodes[node.name], picture.places[node.name] = node, i end
  draw_entry(picture, sequence.entry)
  for _, node in ipairs(nodes) do draw_node(picture, node) end
  for _, node in ipairs(nodes) do
    for i in ipairs(node.transitions) do draw_way(picture, node, i) end
    if node.failed then draw_failed(picture, node) end
  end
  return picture.drawing:text()
end
