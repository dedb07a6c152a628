-- Positions and distances: S10. Coordinates are in units, multiples of 1/16, which doubles hold exactly. Sums and squares of
-- sixteenths stay below 2^53, so that nothing here is off by a hair.

local space = {}

local END = 1048576

-- Rounded to sixteenths, halves away from zero, within 2^20 units; nil for NaN and infinities.
function space.round(x)
  if x ~= x or x == math.huge or x == -math.huge then return nil end
  local size = math.floor(math.min(math.abs(x), END) * 16 + 0.5) / 16
  return x < 0 and size > 0 and -size or size
end

-- A distance: { sum= } of sixteenths by Manhattan, { square= } of them by Euclid.
function space.distance(metric, a, b)
  local x, y, z = math.abs(a.x - b.x) * 16, math.abs(a.y - b.y) * 16, math.abs(a.z - b.z) * 16
  if metric == "manhattan" then return { sum = x + y + z } end
  return { square = x * x + y * y + z * z }
end

-- Less than 0, 0, or more, as a distance is less than so many units, or another distance, or equal to it, or more.
function space.order(d, other)
  if type(other) == "table" then return d.sum and d.sum - other.sum or d.square - other.square end
  if other < 0 then return 1 end
  local sixteenths = 16.0 * other
  return d.sum and d.sum - sixteenths or d.square - sixteenths * sixteenths
end

local function root(square)
  local found = math.floor(math.sqrt(square))
  while found * found > square do found = found - 1 end
  while (found + 1) * (found + 1) <= square do found = found + 1 end
  return found
end

-- In whole units, rounded down.
function space.whole(d)
  return math.floor((d.sum or root(d.square)) / 16)
end

-- In sixteenths, rounded up.
function space.sixteenths(d)
  if d.sum then return d.sum end
  local found = root(d.square)
  return found * found < d.square and found + 1 or found
end

-- S47: a coordinate on the way, as far from the target as `stop` of `way` is: rounded towards the target.
function space.short_of(own, target, stop, way)
  local parts = math.abs(own - target) * 16 * stop
  local left = (parts - parts % way) / way / 16
  return own < target and target - left or target + left
end

return space
