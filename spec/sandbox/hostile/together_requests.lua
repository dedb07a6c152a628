-- Tries to nest requests without end: whoever asks is offered to ask again, at another well, and asks again if it fails.
-- Ends: nothing.
-- Crowd: 10. Each costs at most: 1 turns, 64 adopts, 64 drops, 160 events.
sequence "ask" { entry = "go", go = { request = { "more", "less" }, to = "go", failed = "again" },
  again = { request = { "less", "more" }, to = "go", failed = "go" } }
action "stand" { duration = 0.001 }
prop "well" { offers = { more = { sequence = "ask", holders = "any" }, less = { sequence = "ask", holders = "any" } } }
for i = 1, 20 do place "well" { name = "well " .. i } end
sequence "attack" { entry = "go", go = { request = { "more", "less" }, to = "stand", failed = "stand" },
  stand = { action = "stand", to = "END" } }
npc "attacker" { main = "attack", tags = "person", offers = { more = { sequence = "ask", holders = "any" } } }
