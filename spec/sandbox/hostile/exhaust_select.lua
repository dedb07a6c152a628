-- Tries to choose among many arguments for ever.
-- Ends: load: it takes more than
local function choose(...)
  while true do local _ = select(-1, ...) end
end
choose(unpack({}, 1, 900))
