-- Tries to sort by a comparison that never returns.
-- Ends: load: more than 2000000 instructions
table.sort({ 2, 1 }, function() while true do end end)
