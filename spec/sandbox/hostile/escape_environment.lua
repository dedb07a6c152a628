-- Tries to walk everything that its globals hold for a way out.
-- Ends: nothing.
local known = { assert = 1, error = 1, ipairs = 1, next = 1, pairs = 1, select = 1, tonumber = 1, tostring = 1, type = 1,
  unpack = 1, string = 1, table = 1, math = 1, state = 1, env = 1, interruption = 1, constant = 1, action = 1,
  sequence = 1, prop = 1, npc = 1, place = 1, role = 1, scene = 1, link = 1, inbox = 1, plan = 1, escaped = 1,
  neighbour = 1, _ENV = 1 }
for name, value in pairs(_ENV or {}) do
  if not known[name] then escaped(name) end
  if type(value) == "table" and name ~= "string" and name ~= "table" and name ~= "math" then escaped(name) end
end
