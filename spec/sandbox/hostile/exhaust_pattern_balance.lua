-- Tries to look for balance in a text that has none, from every letter.
-- Ends: load: more than 2000000 instructions
for _ in ('('):rep(20000):gmatch('%b()') do end
