-- Tries to sort by a comparison that contradicts itself.
-- Ends: nothing.
local t, n = {}, 0
for i = 1, 200 do t[i] = i * 7919 % 101 end
table.sort(t, function() n = n + 1 return n % 3 ~= 0 end)
table.sort(t, function() return true end)
table.sort(t, function() return false end)
local sum = 0
for i = 1, 200 do sum = sum + t[i] end
if #t ~= 200 then escaped("a list of another length") end
