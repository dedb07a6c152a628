--- Distances as text.
local distance = {}

local MOST_DIGITS = 9

--- A distance in units, with decimals where it is not whole: two, or as many as tell it from a whole one.
-- @tparam number units
-- @treturn string
function distance.text(units)
  if units == math.floor(units) then return ("%d"):format(units) end
  local text
  for digits = 2, MOST_DIGITS do
    text = ("%.*f"):gsub("*", tostring(digits)):format(units)
    if tonumber(text) ~= math.floor(units + 0.5) then break end
  end
  return text
end

return distance
