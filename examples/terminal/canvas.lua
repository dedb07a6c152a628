-- A rectangle of letters, each with a colour: what is put on it comes before what was there.
local canvas = {}

local Canvas = {}
Canvas.__index = Canvas

local LETTER = "[\1-\127\194-\244][\128-\191]*" -- of UTF-8

function canvas.new(columns, rows)
  local self = setmetatable({ columns = columns, rows = rows, cells = {} }, Canvas)
  for row = 1, rows do self.cells[row] = {} end
  return self
end

--- How many letters a text has.
function canvas.length(text) return select(2, text:gsub(LETTER, "")) end

--- Its first letters, with an ellipsis where some are left out.
function canvas.cut(text, length)
  if canvas.length(text) <= length then return text end
  local letters = {}
  for letter in text:gmatch(LETTER) do letters[#letters + 1] = letter end
  return table.concat(letters, "", 1, length - 1) .. "…"
end

--- A text in a colour, as a terminal understands it; without one as it is.
function canvas.painted(text, colour) return colour and ("\27[%sm%s\27[0m"):format(colour, text) or text end

--- Puts a text where it fits; the rest is left out.
-- @param colour what a terminal calls it, such as 91 or "38;5;214"; nil: its own
function Canvas:put(column, row, text, colour)
  local cells = self.cells[row]
  if not cells then return end
  for letter in text:gmatch(LETTER) do
    if column >= 1 and column <= self.columns then cells[column] = { letter, colour } end
    column = column + 1
  end
end

--- A row, with as few changes of colour as possible.
function Canvas:line(row, coloured)
  local parts, colour = {}, nil
  for column = 1, self.columns do
    local cell = self.cells[row][column] or { " ", nil }
    if coloured and cell[2] ~= colour then
      if colour then parts[#parts + 1] = "\27[0m" end
      if cell[2] then parts[#parts + 1] = ("\27[%sm"):format(cell[2]) end
      colour = cell[2]
    end
    parts[#parts + 1] = cell[1]
  end
  if colour then parts[#parts + 1] = "\27[0m" end
  return table.concat(parts)
end

return canvas
