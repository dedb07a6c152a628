-- Tries to return many values over and over.
-- Ends: load: more than 2000000 instructions
while true do local _ = select('#', unpack({}, 1, 1000)) end
