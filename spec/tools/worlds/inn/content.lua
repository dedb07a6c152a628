-- Somebody orders.
state "thirst" {}
action "sip" { duration = 5 }
action "wipe" { duration = 5 }
action "fetch" { duration = 5 }
action "ask" { duration = 1, targets = "person" }

sequence "evening" { entry = "sip", sip = { action = "sip", to = "END" } }
sequence "service" { entry = "wipe", wipe = { action = "wipe", to = "END" } }

scene "order" { within = 20, patience = 10,
  parts = { { "patron", finish = "self.thirst = 0" }, { "server", who = "server" } },
  { patron = "ask", server = "fetch" },
}

npc "patron" { main = "evening", fallback = "evening", tags = "person", state = { thirst = 9 },
  cues = { thirsty = { when = "self.thirst > 5", scene = "order", as = "patron" } } }
npc "waiter" { main = "service", fallback = "service", tags = { "server", "person" } }

place "patron" { name = "Mary", x = 0, y = 0 }
place "waiter" { name = "Linda", x = 3, y = 0 }
