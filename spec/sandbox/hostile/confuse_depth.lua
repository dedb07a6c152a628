-- Tries to declare tables nested too deep for the host's stack.
-- Ends: load: nested more than 32 deep
local t = {}
for _ = 1, 20000 do t = { t } end
action "attack" { duration = 1, show = t }
