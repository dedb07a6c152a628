-- Tries to change a table of the host that a word returns.
-- Ends: nothing.
local ours = neighbour()
ours[1] = "changed"
if neighbour()[1] ~= "a table of the host" then escaped("a table of the host") end
