-- Tries to sort by a comparison that never returns.
-- Ends: load: it takes more than
table.sort({ 2, 1 }, function() while true do end end)
