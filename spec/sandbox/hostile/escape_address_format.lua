-- Tries to learn where things lie in memory by a conversion for pointers.
-- Ends: load: invalid conversion
escaped(("%p"):format({}))
