-- What the game answers in a random world: environment values, positions, functions, and the faults of all three.
-- random.lua has the formulas. The oracle and the core get the same answers.

local answers = {}

local NAN = 0 / 0

local ODD_VALUES = {
  error = function() error("as told", 0) end,
  nan = function() return NAN end,
  infinite = function() return -math.huge end,
  far = function(v) return v * 1e300 end,
  half = function(v) return v - 1.5 end,
  boolean = function(v) return v % 2 == 1 end,
  name = function(v, key) return key.values and key.values[v % #key.values + 1] or v end,
  nonsense = function() return "nonsense" end,
  table = function() return {} end,
}

function answers.environment(a, key, t)
  local k = math.floor(t / a.step_ms)
  if a.none > 0 and k % a.none == a.none - 1 then return nil end
  local v = (k * a.mul + a.add) % a.mod + a.base
  if a.odd > 0 and k % a.odd == 0 then return ODD_VALUES[a.fault](v, key) end
  return v
end

local ODD_POSITIONS = {
  error = function() error("as told", 0) end,
  nan = function(x) return x, NAN, 0 end,
  far = function(x, y) return x < 0 and -2e9 or 3e9, y * 1e9, 2147483647 end,
  half = function(x, y) return x + 1 / 32, y - 1 / 32, -1 / 32 end,
}

function answers.position(p, number, t)
  local k, half = math.floor(t / p.step_ms), math.floor(p.mod / 2)
  if p.none > 0 and (number + k) % p.none == 0 then return nil end
  local x, y = (number * p.ax + k * p.bx) % p.mod - half, (number * p.ay + k * p.by) % p.mod - half
  if p.parts then x, y = x + (number + k) % p.parts / p.parts, y - number * k % p.parts / p.parts end
  if p.odd > 0 and (number + k) % p.odd == 1 then return ODD_POSITIONS[p.fault](x, y) end
  return x, y, number % 3
end

-- The number of a call, from the spawn numbers. Raises where the function errs.
function answers.call(f, npc, target, t)
  local v = (f.id + npc * f.npc + (target or 0) * f.target + math.floor(t / f.step_ms)) % f.mod
  if v == f.err then error("as told", 0) end
  return v
end

return answers
