-- Tries to choose among many arguments for ever.
-- Ends: load: more than 2000000 instructions
local function choose(...)
  while true do local _ = select(-1, ...) end
end
choose(unpack({}, 1, 900))
