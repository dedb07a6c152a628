-- Tries to change a list while it is sorted.
-- Ends: nothing.
local t = { 5, 4, 3, 2, 1 }
table.sort(t, function(a, b)
  for i = 1, #t do t[i] = nil end
  t[100] = a
  return a < b
end)
