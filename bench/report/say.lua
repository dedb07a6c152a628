--- Numbers as people read them: with units that fit, and digits that mean something.
local say = {}

--- 1,000,000
function say.count(number)
  local backwards = ("%.0f"):format(number):reverse():gsub("(%d%d%d)", "%1,")
  return (backwards:reverse():gsub("^,", ""))
end

--- Three digits that mean something: 1,234; 123; 12.3; 1.23; 0.0123.
function say.digits(number)
  local size = math.abs(number)
  if size >= 100 or size == 0 then return say.count(number) end
  local decimals = 2 - math.floor(math.log(size) / math.log(10) + 1e-9)
  return ("%%.%df"):format(decimals):format(number)
end

--- As it was written: 10, 0.5.
function say.plain(number)
  return number >= 1000 and say.count(number) or ("%g"):format(number)
end

local UNITS = { { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "µs" }, { 1, "ns" } }

--- A time, given in nanoseconds.
-- @tparam number ns
-- @tparam[opt=say.digits] function number says it in the unit that fits
function say.time(ns, number)
  local unit = UNITS[#UNITS]
  for i = #UNITS, 1, -1 do
    if ns >= UNITS[i][1] then unit = UNITS[i] end
  end
  return ("%s %s"):format((number or say.digits)(ns / unit[1]), unit[2])
end

--- A share of a whole, as per cent.
function say.share(part, number)
  return ("%s %%"):format((number or say.digits)(part * 100))
end

--- A mean and its standard deviation, with as many decimals as the mean has.
-- @tparam table spread `{ mean=, deviation= }`
-- @tparam[opt=1] number scale
function say.spread(spread, scale)
  scale = scale or 1
  local mean = say.digits(spread.mean * scale)
  local decimals = #(mean:match("%.(%d+)$") or "")
  return ("%s (%s)"):format(mean, ("%%.%df"):format(decimals):format(spread.deviation * scale))
end

return say
