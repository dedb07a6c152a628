-- A pen that keeps what it is told to write, as lines of parts.
return function()
  local font = { getWidth = function(_, text) return #text * 6 end }
  local made = { written = {}, y = 0, font = font, small = font }
  local at
  local function add(text)
    if at ~= made.y then made.written[#made.written + 1] = "" end
    at = made.y
    local last = #made.written
    made.written[last] = made.written[last] == "" and text or made.written[last] .. " | " .. text
  end
  function made.title(_, text)
    add(text)
    made.y = made.y + 22
  end
  function made.line(_, left, right)
    add(right and left .. " | " .. right or left)
    made.y = made.y + 16
  end
  function made.write(_, text, color, _, width)
    assert(width == nil or width <= 150)
    add(("%s (%s)"):format(text, color))
  end
  return made
end
