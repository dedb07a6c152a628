-- Tries to take the host's memory by mistakes that are kept.
-- Ends: load: more than 2000000 instructions
while true do state(('?'):rep(1000)) { x = 1 } end
