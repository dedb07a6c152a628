-- Tries to have as many entries as a day may have, one within the other, that all are too short to begin: so that
-- it is hard to say when something else will hold.
-- Ends: nothing.
-- Crowd: 40. Each costs at most: 1 portion, 1 turns, 4 events, 0 allocations.
local function at(minute) return ("%02d:%02d"):format(math.floor(minute / 60), minute % 60) end
local entries = { { "00:00", "24:00", "rest" } }
for i = 2, 256 do
  entries[i] = { at(360 + i), at(1080 - i), "work", priority = i, skip = 720 - 2 * i }
end
for i = 2, 255 do entries[i].skip = 720 - 2 * i end
entries[256].vary = 30
action "stand" { duration = 9000 }
sequence "rest" { entry = "go", go = { action = "stand", to = "END" } }
sequence "work" { entry = "go", go = { action = "stand", to = "END" } }
plan "restless" (entries)
npc "attacker" { plan = "restless" }
