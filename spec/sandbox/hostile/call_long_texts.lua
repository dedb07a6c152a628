-- Tries to compare long texts that were made while loading, in a condition.
-- Ends: call: it takes more than
local a, b = ("a"):rep(2000000), ("a"):rep(1999999) .. "b"
local function compare()
  local n = 0
  while true do
    if a < b then n = n + 1 end
  end
end
action "attack" { duration = 1, targets = false, when = function()
  return compare()
end }
