-- How wide words are, for games that place them: the page says how wide each letter is.
local fonts = {}

local FIRST, LAST = 32, 126
local widths, usual = {}, 0.5 -- in parts of the size

--- Takes the widths of the letters from " " to "~", separated by spaces, at a size of 1.
function fonts.measure(text)
  local code = FIRST
  for width in text:gmatch "%S+" do
    widths[code], code = tonumber(width), code + 1
  end
  assert(code == LAST + 1, "the page measures all letters")
  usual = widths[("n"):byte()]
end

--- The width of a text at a size.
function fonts.width(text, size)
  local sum = 0
  for i = 1, #text do
    local byte = text:byte(i)
    -- Those that continue a letter are not one.
    if byte < 128 or byte >= 192 then sum = sum + (widths[byte] or usual) end
  end
  return sum * size
end

return fonts
