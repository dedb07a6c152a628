state "bag" { min = 0 }
state "full" { flag = true }
inbox "queue" {}
inbox "complaints" { keep = 60 }
inbox "full" { limit = 3 }
action "idle" { duration = 1 }
action "stand" { duration = 1, targets = "counter" }
action "serve" { duration = 2, targets = "customer", finish = "target.bag += 1" }
sequence "rest" (chain { "idle" })
sequence "asks_nobody" { entry = "ask", ask = { send = "queu", targets = "keeper", await = true, to = "END" } }
sequence "asks_twice" { entry = "ask", ask = { send = "queue", target = "same", targets = "keeper", to = "END" } }
sequence "asks_baker" { entry = "ask", ask = { send = "queue", targets = "baker", to = "END", failed = "END" } }
sequence "stands" { entry = "ask", ask = { send = "queue", targets = "keeper", waiting = "idle", to = "END", failed = "END" } }
sequence "stands_there" { entry = "ask",
  ask = { send = "queue", targets = "keeper", await = true, waiting = "stand", to = "END", failed = "END" } }
sequence "waits_for_it" { entry = "ask", ask = { action = "idle", await = true, to = "END" } }
sequence "says_what" { entry = "ask", ask = { send = "queue", targets = "keeper", value = "self.bga", to = "END", failed = "END" } }
sequence "keeps_what" { entry = "next", next = { take = "queue", into = "wish", to = "END", failed = "END" } }
sequence "sells_and_takes" { entry = "next", next = { take = "queue", action = "serve", to = "END", failed = "END" } }
sequence "has_no_way_out" { entry = "next", next = { take = "queue", timeout = 20, to = "serve" },
  serve = { action = "serve", target = "same" } }
sequence "serves" { entry = "next", next = { take = "queue", timeout = 20, to = "serve", failed = "END" },
  serve = { action = "serve", target = "same", to = "END" } }
npc "keeper" { main = "serves", fallback = "rest", tags = "keeper" }
npc "clerk" { main = "serves", fallback = "serves", tags = "keeper", inboxes = { "queue", "full", "orders" } }
npc "customer" { main = "stands_there", fallback = "rest", tags = "customer", state = { "bag" } }
prop "counter" { tags = "counter", inboxes = "queue" }
action "flatter" { duration = 1, targets = "customer", finish = "self.queue = 0; send quue to target; send queue to keepers" }
