--- Text, bars and boxes for the inspector's panel, one below the other. Draws with LÖVE and knows nothing of worlds.
local pen = {}

local Pen = {}
Pen.__index = Pen

pen.COLORS = {
  panel = { 0.10, 0.11, 0.14, 0.94 }, title = { 1.00, 0.85, 0.45 }, text = { 0.90, 0.91, 0.93 },
  dim = { 0.56, 0.60, 0.66 },
  lit = { 1.00, 0.78, 0.30 }, line = { 0.38, 0.42, 0.50 }, bar = { 0.36, 0.64, 0.82 }, trough = { 0.22, 0.24, 0.29 },
  failed = { 0.80, 0.42, 0.38 }, box = { 0.20, 0.22, 0.28 },
  entry = { 0.25, 0.32, 0.42 }, held = { 0.62, 0.47, 0.16 }, cursor = { 0.95, 0.95, 0.97 },
  area = { 0.36, 0.64, 0.82, 0.10 }, area_line = { 0.36, 0.64, 0.82, 0.85 },
}

--- A pen for a panel.
-- @tparam number x
-- @tparam number y
-- @tparam number width
function pen.new(x, y, width)
  local font = love.graphics.newFont
  return setmetatable({ x = x, y = y, width = width, font = font(12), large = font(16), small = font(10.5) }, Pen)
end

--- Takes a colour by its name.
function pen.colour(name)
  love.graphics.setColor(pen.COLORS[name])
end

-- As much of a text as fits, by whole characters.
local function fitted(text, font, width)
  if font:getWidth(text) <= width then return text end
  local ends = {} -- of the text before each character
  for start in text:gmatch "()[^\128-\191]" do ends[#ends + 1] = start - 1 end
  local fits, beyond = 1, #ends + 1
  while beyond - fits > 1 do
    local middle = math.floor((fits + beyond) / 2)
    if font:getWidth(text:sub(1, ends[middle]) .. "...") <= width then fits = middle else beyond = middle end
  end
  return text:sub(1, ends[fits]) .. "..."
end

--- Writes a text that ends before the panel does, or before its width.
function Pen:write(text, colour, x, width, font)
  x, font = x or 0, font or self.font
  pen.colour(colour or "text")
  love.graphics.print(fitted(text, font, width or self.width - x), font, math.floor(self.x + x), math.floor(self.y))
end

--- One line, left and right.
function Pen:line(left, right, colour)
  local space = right and self.font:getWidth(right) + 8 or 0
  self:write(left, colour, 0, self.width - space)
  if right then self:write(right, "dim", self.width - space + 8) end
  self.y = self.y + 16
end

--- One line, and why, in small letters behind it, as far as there is room.
function Pen:reason(name, why, colour)
  self:write(name, colour)
  self:write(why, "dim", self.font:getWidth(name) + 10, nil, self.small)
  self.y = self.y + 16
end

--- The title of a section.
function Pen:title(text)
  self.y = self.y + 7
  self:write(text:upper(), "dim", 0, nil, self.small)
  self.y = self.y + 15
end

--- A bar that is full to a part, from 0 to 1.
function Pen:bar(x, y, width, height, part, colour)
  pen.colour "trough"
  love.graphics.rectangle("fill", self.x + x, self.y + y, width, height, 3)
  pen.colour(colour or "bar")
  if part > 0 then
    love.graphics.rectangle("fill", self.x + x, self.y + y, math.max(3, width * math.min(1, part)), height, 3)
  end
end

--- A block of a colour, with a text as far as it fits. A seam sets it off from what lies before it.
function Pen:block(x, y, width, height, colour, text)
  pen.colour "panel"
  love.graphics.rectangle("fill", self.x + x - 1, self.y + y, 1, height)
  pen.colour(colour)
  love.graphics.rectangle("fill", self.x + x, self.y + y, math.max(1, width - 1), height, 1)
  if text and width > 24 then
    pen.colour "text"
    love.graphics.print(fitted(text, self.small, width - 8), self.small, math.floor(self.x + x + 4),
      math.floor(self.y + y + 1))
  end
end

return pen
