-- Tries to call words so often that the hook that counts is never called.
-- Ends: load: it takes more than
while true do state 'x' end
