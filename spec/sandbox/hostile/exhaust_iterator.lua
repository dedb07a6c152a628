-- Tries to run for ever in an iterator that never ends.
-- Ends: load: more than 2000000 instructions
for _ in function() return 1 end do end
