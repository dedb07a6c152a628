-- Tries to compare two long texts, again and again, in single instructions.
-- Ends: load: it takes more than
local a, b = ("a"):rep(2000000), ("a"):rep(1999999) .. "b"
local n = 0
for i = 1, 1e9 do
  if a < b then n = n + 1 end
end
