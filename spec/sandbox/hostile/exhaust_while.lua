-- Tries to run for ever.
-- Ends: load: it takes more than
while true do end
