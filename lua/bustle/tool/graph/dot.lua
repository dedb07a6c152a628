--- The language of Graphviz: nodes and edges with attributes, texts escaped and wrapped. What is drawn, others say.
local keys = require "bustle.common.keys"

local dot = {}

local Drawing = {}
Drawing.__index = Drawing

--- One family of colours and one typeface for all pictures.
dot.COLOURS = {
  ink = "#2b2f36", quiet = "#6b7280", line = "#4b5563", red = "#c0392b",
  blue = "#e6f0fa", blue_line = "#3f78b5", green = "#e5f4e8", green_line = "#3d8b54",
  yellow = "#fdf3d1", yellow_line = "#b8891b", purple = "#efe8f8", purple_line = "#7a56b3",
  grey = "#f3f4f6", grey_line = "#9ca3af",
}

local FONT = "Helvetica,Arial,DejaVu Sans,sans-serif"

-- ---- Texts ----

local HTML = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

--- A text for a label with markup.
function dot.escape(text)
  return (text:gsub('[&<>"]', HTML))
end

local function quoted(text)
  return ('"%s"'):format(text:gsub('[\\"]', "\\%0"):gsub("\n", "\\n"))
end

--- Breaks a text into lines of so many letters, between pieces that stay together.
-- @tparam {string,...} pieces
-- @tparam number width
-- @treturn {string,...}
function dot.wrap(pieces, width)
  local lines, line = {}, nil
  for _, piece in ipairs(pieces) do
    if line and #line + 1 + #piece > width then
      lines[#lines + 1] = line
      line = piece
    else
      line = line and line .. " " .. piece or piece
    end
  end
  lines[#lines + 1] = line
  return lines
end

--- A label of lines: `{ text=, size=, colour=, bold=, italic= }`, or plain texts.
-- @treturn table for an attribute `label`
function dot.label(lines)
  local parts = {}
  for i, line in ipairs(lines) do
    if type(line) == "string" then line = { text = line } end
    local text = dot.escape(line.text)
    if line.bold then text = ("<b>%s</b>"):format(text) end
    if line.italic then text = ("<i>%s</i>"):format(text) end
    parts[i] = ('<font point-size="%d" color="%s">%s</font>'):format(line.size or 11,
      line.colour or dot.COLOURS.ink, text)
  end
  return { markup = table.concat(parts, "<br/>") }
end

-- ---- Drawings ----

local function value_of(value)
  if type(value) == "table" then return ("<%s>"):format(value.markup) end
  return type(value) == "number" and ("%.14g"):format(value) or quoted(value)
end

local function attributes(map)
  local parts = {}
  for i, key in ipairs(keys.names(map)) do parts[i] = ("%s=%s"):format(key, value_of(map[key])) end
  return table.concat(parts, " ")
end

--- A drawing without anything on it.
-- @tparam string title
-- @tparam table settings attributes of the whole
function dot.new(title, settings)
  local self = setmetatable({ lines = {} }, Drawing)
  self:add("digraph %s {", quoted(title))
  local graph = { fontname = FONT, bgcolor = "white", pad = 0.3, label = dot.label { { text = title, size = 16,
    bold = true } }, labelloc = "t" }
  for key, value in pairs(settings) do graph[key] = value end
  self:add("  graph [%s]", attributes(graph))
  self:add("  node [%s]", attributes { fontname = FONT, fontsize = 11, style = "filled", penwidth = 1.2,
    fontcolor = dot.COLOURS.ink, color = dot.COLOURS.line, margin = "0.14,0.07" })
  self:add("  edge [%s]", attributes { fontname = FONT, fontsize = 10, color = dot.COLOURS.line, arrowsize = 0.7,
    fontcolor = dot.COLOURS.ink })
  return self
end

function Drawing:add(form, ...)
  self.lines[#self.lines + 1] = form:format(...)
end

--- Draws a node.
function Drawing:node(name, map)
  self:add("  %s [%s]", quoted(name), attributes(map))
end

--- Draws an edge.
function Drawing:edge(from, to, map)
  self:add("  %s -> %s [%s]", quoted(from), quoted(to), attributes(map))
end

--- Puts nodes side by side.
function Drawing:row(rank, names)
  local list = {}
  for i, name in ipairs(names) do list[i] = quoted(name) end
  self:add("  { rank=%s; %s }", rank, table.concat(list, "; "))
end

--- The whole as text.
-- @treturn string
function Drawing:text()
  return table.concat(self.lines, "\n") .. "\n}\n"
end

return dot
