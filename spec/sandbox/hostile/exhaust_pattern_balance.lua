-- Tries to look for balance in a text that has none, from every letter.
-- Ends: load: it takes more than
for _ in ('('):rep(20000):gmatch('%b()') do end
