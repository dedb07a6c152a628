-- Tries to run for ever in calls that need no stack.
-- Ends: load: it takes more than
local one, other
function one() return other() end
function other() return one() end
one()
