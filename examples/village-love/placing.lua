-- Where words go on a screen, so that none lies over another: numbers alone, nothing is drawn here.
local placing = {}

local GAP, EDGE, TRIES = 3, 2, 7 -- points between two, points to the edge, and how many lines higher at most

-- Whether some of those placed is in the way.
local function is_taken(placed, count, x, y, width, line)
  for i = 1, count do
    local p = placed[i]
    if x < p.x + p.width + GAP and p.x < x + width + GAP and y < p.y + p.height + GAP and p.y < y + line + GAP then
      return true
    end
  end
  return false
end

-- The corner of words above their point, to the right or to the left of it, or else higher; nil if there is no room.
local function corner(w, placed, count, wide, high, line)
  for try = 0, TRIES - 1 do
    local y = math.floor(w.y - line - try * (line + GAP))
    for side = 0, 2 do
      local x = math.floor(w.x - (side == 0 and w.width / 2 or side == 2 and w.width or 0))
      local is_inside = x >= EDGE and x + w.width <= wide - EDGE and y >= EDGE and y + line <= high - EDGE
      if is_inside and not is_taken(placed, count, x, y, w.width, line) then return x, y end
    end
  end
end

local function comes_first(a, b) return a.rank > b.rank or a.rank == b.rank and a.order < b.order end

-- By insertion: there are few of them, and no garbage is made.
local function sort(wanted, count)
  for i = 2, count do
    local w, j = wanted[i], i - 1
    while j >= 1 and comes_first(w, wanted[j]) do
      wanted[j + 1] = wanted[j]
      j = j - 1
    end
    wanted[j + 1] = w
  end
end

--- Places words, those of a higher `rank` first and then by `order`, each above its point `x`, `y` and `width` points
-- wide. For those without room there is no place.
-- @tparam table wanted the words; their order changes
-- @tparam number count how many of them there are
-- @tparam table placed boxes that are taken already; the words come after them, as boxes that are `of` them
-- @tparam number taken how many are taken
-- @tparam number wide points of the screen
-- @tparam number high
-- @tparam number line how high words are
-- @treturn number how many boxes there are then
function placing.place(wanted, count, placed, taken, wide, high, line)
  sort(wanted, count)
  for i = 1, count do
    local w = wanted[i]
    local x, y = corner(w, placed, taken, wide, high, line)
    if x then
      taken = taken + 1
      placed[taken] = placed[taken] or {}
      local p = placed[taken]
      p.x, p.y, p.width, p.height, p.of = x, y, w.width, line, w
    end
  end
  return taken
end

return placing
