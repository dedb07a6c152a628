-- Tries to call words so often that the hook that counts is never called.
-- Ends: load: more than 2000000 instructions
while true do state 'x' end
