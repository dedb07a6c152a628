-- Tries to run for ever in calls that need no stack.
-- Ends: load: more than 2000000 instructions
local one, other
function one() return other() end
function other() return one() end
one()
