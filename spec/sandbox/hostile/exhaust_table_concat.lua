-- Tries to make a giant text of a list.
-- Ends: load: it takes more than
local t, s = {}, ("x"):rep(100000)
for i = 1, 10000 do t[i] = s end
local _ = table.concat(t, s)
