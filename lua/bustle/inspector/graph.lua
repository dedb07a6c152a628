--- The graph of a sequence as a picture: nodes in layers from the entry down, the way that was taken lit. The inspector
-- says where an NPC is and has been.
local pens = require "bustle.inspector.pen"
local ways = require "bustle.inspector.ways"
local pairs = require("bustle.common.tables").pairs

local graph = {}

local LAYER, BOX = 33, 19

-- ---- Layout ----

--- Where the nodes and ways of a sequence are drawn.
-- @tparam table sequence as it was sealed
-- @tparam number width of the picture
-- @tparam table font
-- @treturn table `{ nodes=, ways=, height= }`
function graph.layout(sequence, width, font)
  local layers, by_name = ways.layers(sequence)
  local laid = { nodes = {}, ways = {}, height = #layers * LAYER - LAYER + BOX, name = sequence.name }
  for i, layer in ipairs(layers) do
    for j, name in ipairs(layer) do
      local wide = math.min(font:getWidth(name) + 14, width / #layer - 4)
      laid.nodes[name] = { x = width * (j - 0.5) / #layer, y = (i - 1) * LAYER, width = wide, layer = i }
    end
  end
  for name in pairs(laid.nodes) do
    for _, way in ipairs(by_name[name] and ways.from(by_name[name]) or {}) do
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
