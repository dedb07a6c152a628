-- Tries to declare things for ever.
-- Ends: load: it takes more than
local n = 0
while true do
  n = n + 1
  state("s" .. n) { default = n }
end
