--- Means of a few runs, and how far they can be trusted.
local sample = {}

-- Student's t for 95 of 100, by degrees of freedom; beyond these it is nearly that of the normal distribution.
local T = { 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
  2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042 }
local T_BEYOND = 1.96

--- The mean of values that were measured independently, and half of its 95 % confidence interval.
-- @tparam {number,...} values
-- @treturn table `{ mean=, half= }`; with one value `half` is 0
function sample.of(values)
  local sum, squares = 0, 0
  for _, value in ipairs(values) do sum = sum + value end
  local mean = sum / #values
  if #values == 1 then return { mean = mean, half = 0 } end
  for _, value in ipairs(values) do squares = squares + (value - mean) ^ 2 end
  local deviation = math.sqrt(squares / (#values - 1))
  return { mean = mean, half = (T[#values - 1] or T_BEYOND) * deviation / math.sqrt(#values) }
end

--- Whether a is greater than b, by more than chance explains.
-- @treturn number 1 if it is, -1 if it is less, 0 if that cannot be told
function sample.compare(a, b)
  local difference = a.mean - b.mean
  if math.abs(difference) <= math.sqrt(a.half ^ 2 + b.half ^ 2) then return 0 end
  return difference > 0 and 1 or -1
end

return sample
