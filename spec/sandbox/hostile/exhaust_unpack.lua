-- Tries to return more values than fit.
-- Ends: load: too many results to unpack
local _ = { unpack({}, 1, 1e7) }
