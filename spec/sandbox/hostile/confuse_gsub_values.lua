-- Tries to replace text by values that are no text.
-- Ends: load: invalid replacement value (a table)
local _ = ('x'):gsub('x', function() return {} end)
