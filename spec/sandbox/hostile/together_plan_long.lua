-- Tries to have a day of 10,000 entries.
-- Ends: content: 256 are possible
local entries = {}
for i = 1, 10000 do
  entries[i] = { "06:00", "07:00", "rest", priority = i }
end
action "stand" { duration = 1 }
sequence "rest" { entry = "go", go = { action = "stand", to = "END" } }
plan "endless" (entries)
npc "attacker" { plan = "endless" }
