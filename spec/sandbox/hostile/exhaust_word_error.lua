-- Tries to take the host's memory by mistakes that are kept.
-- Ends: load: it takes more than
while true do state(('?'):rep(1000)) { x = 1 } end
