-- Tries to declare things for ever.
-- Ends: load: more than 2000000 instructions
local n = 0
while true do
  n = n + 1
  state("s" .. n) { default = n }
end
