-- What can be loaded of messages and meetings and is hardly meant.
state "wish" { min = 0, max = 5 }
inbox "letters" {}
inbox "orders" {}
inbox "calls" {}
inbox "shouts" { keep = 10 }
inbox "bids" {}
action "nap" { duration = 3 }
action "pour" { duration = 3, targets = true }
action "lift" { duration = 1, targets = true }
sequence "write" { entry = "a", a = { send = "letters", targets = "keeper", to = "b", failed = "b" },
  b = { send = "orders", targets = "keeper", value = "self.wish", await = true, to = "c", failed = "c" },
  c = { send = "shouts", targets = "keeper", when = "target.wish > 3 and target.wish < 2", to = "d", failed = "d" },
  d = { action = "nap", to = "e" },
  e = { request = "feast", to = "END", failed = "END" } }
sequence "serve" { entry = "next",
  next = { take = "orders", into = "wish", when = "target.wish > 7", to = "pour", failed = "doze" },
  doze = { action = "nap", to = "next" },
  pour = { action = "pour", target = "same", to = { { "again", when = "self.wish > 1" }, { "pour", otherwise = true } } },
  again = { action = "pour", target = "same", to = "pour" } }
sequence "answer" { entry = "a", a = { take = "calls", timeout = 60, to = "b", failed = "b" }, b = { action = "nap", to = "END" } }
sequence "sell" { entry = "a", a = { take = "bids", timeout = 60, to = { { "b", when = "self.bids > 16" }, "END" }, failed = "b" },
  b = { action = "nap", to = "END" } }
sequence "feast" { same = true, entry = "up", up = { action = "lift", to = "clink" },
  clink = { meet = "toast", at = "target", count = 5, to = "END", failed = "END" } }
prop "table" { static = true, offers = { feast = { sequence = "feast", holders = 4 } } }
npc "keeper" { main = "serve", on = { ring = "answer", gavel = "sell" }, fallback = "idle", tags = "keeper", state = { "wish" },
  inboxes = { "letters", "orders", "calls", "shouts", "bids" } }
npc "guest" { main = "write", fallback = "idle", state = { "wish" } }
sequence "idle" (chain { "nap" })
interruption "ring" {}
interruption "gavel" {}
