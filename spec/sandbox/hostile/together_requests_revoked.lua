-- Tries to take what revokes itself, is over at once, and is undone by asking again.
-- Ends: nothing.
-- Crowd: 10. Each costs at most: 2 turns, 64 adopts, 64 drops, 200 events.
interruption "alarm" {}
action "stand" { duration = 0.001, start = "raise alarm on self" }
sequence "work" { entry = "go", go = { action = "stand", to = "ask" }, ask = { request = "calm", to = "END", failed = "END" } }
sequence "ask" { entry = "go", go = { request = { "work", "calm" }, to = "END", failed = "END" } }
prop "well" { offers = { work = { sequence = "work", undo = "ask", holders = "any", adopt = "raise alarm on self" },
  calm = { sequence = "ask", holders = "any", adopt = "revoke work on target; revoke calm on target", drop = "raise alarm on self" } } }
for i = 1, 20 do place "well" { name = "well " .. i } end
sequence "attack" { entry = "go", go = { request = { "work", "calm" }, to = "go", failed = "stand" },
  stand = { action = "stand", to = "END" } }
npc "attacker" { main = "attack", tags = "person", on = { alarm = "ask" } }
