-- Tries to have more than 32 members in the parts that there may be.
-- Ends: content: 32 are possible
local parts, row = {}, {}
for i = 1, 8 do
  parts[i], row["p" .. i] = { "p" .. i, count = 10, who = "person" }, "stand"
end
action "stand" { duration = 1 }
scene "everyone" { parts = parts, row }
sequence "attack" { entry = "go", go = { scene = "everyone", as = "p1", to = "END" } }
npc "attacker" { main = "attack", tags = "person" }
