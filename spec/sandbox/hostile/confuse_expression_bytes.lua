-- Tries to declare an expression of bytes that are no letters.
-- Ends: content: what is
local bytes = {}
for i = 1, 31 do bytes[i] = string.char(i) end
action "attack" { duration = 1, targets = false, when = table.concat(bytes) }
