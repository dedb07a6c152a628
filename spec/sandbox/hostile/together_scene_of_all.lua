-- Tries to have 32 parts of everyone in a scene.
-- Ends: content: 8 are possible
local parts, row = {}, {}
for i = 1, 32 do
  parts[i], row["p" .. i] = { "p" .. i, who = "person" }, "stand"
end
action "stand" { duration = 1 }
scene "everyone" { parts = parts, row }
sequence "attack" { entry = "go", go = { scene = "everyone", as = "p1", to = "END" } }
npc "attacker" { main = "attack", tags = "person" }
