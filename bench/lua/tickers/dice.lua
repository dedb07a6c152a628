--- Chance for the tickers: the same numbers on every Lua. There is one for all, as there is in most games.
local dice = {}

local state = 1

--- Begins anew.
-- @tparam number seed from 1 to 2147483646
function dice.seed(seed)
  state = seed
end

--- A whole number from 0 to n - 1.
function dice.below(n)
  state = state * 48271 % 2147483647
  return state % n
end

--- A whole number of a range, ends included.
function dice.between(low, high)
  return low + dice.below(high - low + 1)
end

--- True as often as not.
function dice.coin()
  return dice.below(2) == 0
end

return dice
