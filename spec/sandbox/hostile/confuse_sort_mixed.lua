-- Tries to sort what cannot be compared.
-- Ends: load: hostile.lua
table.sort { 1, 'x', {}, true }
