-- Tries to return many values over and over.
-- Ends: load: it takes more than
while true do local _ = select('#', unpack({}, 1, 1000)) end
