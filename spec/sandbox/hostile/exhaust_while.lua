-- Tries to run for ever.
-- Ends: load: more than 2000000 instructions
while true do end
