--- The graph of a sequence as a picture: nodes in layers from the entry down, the way that was taken lit. The inspector
-- says where an NPC is and has been.
local pens = require "bustle.inspector.pen"
local pairs = require("bustle.common.tables").pairs

local graph = {}

local LAYER, BOX = 33, 19

-- ---- Layout ----

local function ways_of(node)
  local ways = {}
  for _, transition in ipairs(node.transitions) do ways[#ways + 1] = { to = transition.to } end
  if node.failed then ways[#ways + 1] = { to = node.failed, failed = true } end
  return ways
end

-- Layers by the fewest steps from the entry; the end is below all.
local function layers_of(sequence)
  local by_name, depth, layers, queue = {}, { [sequence.entry] = 1 }, { { sequence.entry } }, { sequence.entry }
  for _, node in ipairs(sequence.nodes) do by_name[node.name] = node end
  for _, name in ipairs(queue) do -- which grows meanwhile
    for _, way in ipairs(ways_of(by_name[name])) do
      if way.to ~= "END" and not depth[way.to] then
        local at = depth[name] + 1
        depth[way.to] = at
        layers[at] = layers[at] or {}
        table.insert(layers[at], way.to)
        queue[#queue + 1] = way.to
      end
    end
  end
  layers[#layers + 1] = { "END" }
  return layers, by_name
end

--- The shortest way from one node to another.
-- @treturn {string,...}|nil the names of all nodes on it; nil if there is none
function graph.way(sequence, from, to)
  local by_name, came, queue = {}, { [from] = from }, { from }
  for _, node in ipairs(sequence.nodes) do by_name[node.name] = node end
  for _, name in ipairs(queue) do -- which grows meanwhile
    if name == to then
      local way = { name }
      while name ~= from do
        name = came[name]
        table.insert(way, 1, name)
      end
      return way
    end
    for _, way in ipairs(by_name[name] and ways_of(by_name[name]) or {}) do
      if not came[way.to] then
        came[way.to] = name
        queue[#queue + 1] = way.to
      end
    end
  end
end

--- Where the nodes and ways of a sequence are drawn.
-- @tparam table sequence as it was sealed
-- @tparam number width of the picture
-- @tparam table font
-- @treturn table `{ nodes=, ways=, height= }`
function graph.layout(sequence, width, font)
  local layers, by_name = layers_of(sequence)
  local laid = { nodes = {}, ways = {}, height = #layers * LAYER - LAYER + BOX, name = sequence.name }
  for i, layer in ipairs(layers) do
    for j, name in ipairs(layer) do
      local wide = math.min(font:getWidth(name) + 14, width / #layer - 4)
      laid.nodes[name] = { x = width * (j - 0.5) / #layer, y = (i - 1) * LAYER, width = wide, layer = i }
    end
  end
  for name in pairs(laid.nodes) do
    for _, way in ipairs(by_name[name] and ways_of(by_name[name]) or {}) do
      laid.ways[#laid.ways + 1] = { from = name, to = way.to, failed = way.failed }
    end
  end
  return laid
end

-- ---- Drawing ----

-- Down in a straight line; to the side or back up in a bow.
local function draw_way(from, to, width)
  local x1, y1, x2, y2 = from.x, from.y + BOX, to.x, to.y
  if to.layer == from.layer + 1 then return love.graphics.line(x1, y1, x2, y2) end
  local aside = (x1 + x2) / 2 < width / 2 and -1 or 1
  local bow = (x1 + x2) / 2 + aside * (22 + 12 * math.abs(to.layer - from.layer))
  bow = math.max(-8, math.min(width + 8, bow))
  love.graphics.line(love.math.newBezierCurve(x1, y1, bow, y1 + 14, bow, y2 - 14, x2, y2):render(3))
end

--- Draws it at the pen.
-- @tparam table laid of `layout`
-- @tparam table pen
-- @tparam string node where the NPC is
-- @tparam table walked nodes that it has been at: `walked[from][to]` is true for ways that it took
function graph.draw(laid, pen, node, walked)
  love.graphics.push()
  love.graphics.translate(pen.x, pen.y)
  for lit = 0, 1 do -- the lit ones on top
    for _, way in ipairs(laid.ways) do
      local taken = walked[way.from] and walked[way.from][way.to] and 1 or 0
      if taken == lit then
        pens.colour(lit == 1 and "lit" or way.failed and "failed" or "line")
        love.graphics.setLineWidth(lit == 1 and 2.5 or 1)
        draw_way(laid.nodes[way.from], laid.nodes[way.to], pen.width)
      end
    end
  end
  for name, at in pairs(laid.nodes) do
    local here, been = name == node, walked[name] ~= nil
    pens.colour(here and "lit" or "box")
    love.graphics.rectangle("fill", at.x - at.width / 2, at.y, at.width, BOX, 6)
    love.graphics.setLineWidth(1)
    pens.colour((here or been) and "lit" or "line")
    love.graphics.rectangle("line", at.x - at.width / 2, at.y, at.width, BOX, 6)
    pens.colour(here and "panel" or been and "lit" or "text")
    love.graphics.printf(name, pen.small, at.x - at.width / 2, at.y + 3, at.width, "center")
  end
  love.graphics.pop()
  pen.y = pen.y + laid.height + 6
end

return graph
