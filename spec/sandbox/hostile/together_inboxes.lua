-- Tries to flood everybody's inbox from everywhere, and to look through all of it again and again.
-- Ends: nothing.
-- Crowd: 20. Each costs at most: 1 turns, 19 messages_sent, 19 messages_refused, 19 messages_taken, 200 tests.
inbox "orders" { limit = 200 }
inbox "calls" { limit = 19, keep = 0.001 }
link "everyone" {}
action "meet" { duration = 0.001, targets = "person", start = "self.everyone(target) = 1" }
action "shout" { duration = 0.001, start = "send orders to everyone of self; send calls to everyone of self" }
sequence "attack" { entry = "meet", meet = { action = "meet", to = { { "meet", when = "count(everyone of self) < 19" }, "shout" } },
  shout = { action = "shout", to = "take" },
  take = { take = "orders", to = "shout", failed = "shout", when = function(npc, target, env, game)
    game.count()
    return false
  end } }
npc "attacker" { main = "attack", tags = "person", inboxes = { "orders", "calls" } }
