-- Tries to run for ever in an iterator that never ends.
-- Ends: load: it takes more than
for _ in function() return 1 end do end
