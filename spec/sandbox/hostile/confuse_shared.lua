-- Tries to declare a small table that is giant when it is written out.
-- Ends: load: more than 100000 things in a table
local t = {}
for _ = 1, 30 do t = { t, t } end
action "attack" { duration = 1, show = t }
