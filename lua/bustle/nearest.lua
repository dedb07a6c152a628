--- Finding the name that somebody meant. Knows nothing of what the names stand for.
local nearest = {}

-- Comparing costs the product of the lengths; nobody writes longer names by hand.
local LONGEST_COMPARED = 48

-- So many letters are compared with each other until `renew`: whoever makes mistakes by the thousand gets no
-- suggestions for the last of them, instead of waiting for minutes.
local PATIENCE = 4000000
local patience = PATIENCE

--- Begins anew with comparing.
function nearest.renew()
  patience = PATIENCE
end

local function smaller(a, b)
  return a < b and a or b
end

--- How many letters must be changed, added, dropped or swapped with their neighbour to make one of the other.
-- @tparam string a
-- @tparam string b
-- @treturn number
function nearest.edits(a, b)
  local before, above, row = {}, {}, {}
  for j = 0, #b do above[j] = j end
  for i = 1, #a do
    row[0] = i
    for j = 1, #b do
      local same = a:byte(i) == b:byte(j)
      local best = smaller(above[j - 1] + (same and 0 or 1), smaller(above[j], row[j - 1]) + 1)
      if i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j) then
        best = smaller(best, before[j - 2] + 1)
      end
      row[j] = best
    end
    before, above, row = above, row, before
  end
  return above[#b]
end

--- The name of a list that is closest to the given one. One letter of three may be wrong; among equals the first wins.
-- @tparam string name
-- @tparam {string,...} names
-- @treturn string|nil
function nearest.name(name, names)
  if #name > LONGEST_COMPARED then return nil end
  local fewest, found = math.floor(#name / 3) + 1, nil
  for _, other in ipairs(names) do
    if patience <= 0 then break end
    if #other <= LONGEST_COMPARED and math.abs(#other - #name) < fewest then
      patience = patience - #name * #other
      local edits = nearest.edits(name, other)
      if edits < fewest then fewest, found = edits, other end
    end
  end
  return found
end

--- The same as a question to show, or `otherwise` if nothing is close.
-- @tparam string name
-- @tparam {string,...} names
-- @tparam[opt] string otherwise
-- @treturn string|nil
function nearest.question(name, names, otherwise)
  local found = nearest.name(name, names)
  return found and ('did you mean "%s"?'):format(found) or otherwise
end

return nearest
