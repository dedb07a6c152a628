-- Tries to return values that the host does not expect.
-- Ends: load: what it returns: tables are nested
local t = {}
t.t = t
return t, t, t
