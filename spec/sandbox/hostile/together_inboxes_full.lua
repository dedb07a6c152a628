-- Tries to fill the memory by messages that nobody takes, in a thousand inboxes of 65,535 each.
-- Ends: nothing.
-- Crowd: 40. Each costs at most: 1 turns, 39000 messages_sent, 39000 messages_refused.
-- At last: 262144 messages.
local names, send = {}, {}
for i = 1, 1000 do
  names[i] = "box_" .. i
  inbox (names[i]) { limit = 65535 }
  send[i] = "send " .. names[i] .. " to everyone of self"
end
link "everyone" {}
action "meet" { duration = 0.001, targets = "person", start = "self.everyone(target) = 1" }
action "shout" { duration = 0.001, start = table.concat(send, "; ") }
sequence "attack" { entry = "meet", meet = { action = "meet", to = { { "meet", when = "count(everyone of self) < 19" }, "shout" } },
  shout = { action = "shout", to = "shout" } }
npc "attacker" { main = "attack", tags = "person", inboxes = names }
