-- Tries to make a giant text of formats.
-- Ends: load: it takes more than
local s = ("x"):rep(100000)
while true do s = ("%s%s%s%s"):format(s, s, s, s) end
