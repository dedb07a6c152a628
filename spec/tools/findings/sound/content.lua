-- Things that look wrong and are not: nothing is said of any of them.
state "energy" { default = 6, min = 0, max = 10 }
state "seats" { default = 1, min = 0 }
state "waiting" { flag = true }
state "since" {}
state "speed" { default = 3 }
state "tickets" { min = 0 }
state "ticket" {}
env "hour" { every = 60, min = 0, max = 23 }
env "weather" { values = { "sunny", "rainy" } }
interruption "served" {}
constant "war" (false)
-- Set until somebody else changes it; a time is kept.
action "wait" { duration = 600, ends_on = "served", start = "self.waiting = true; self.since = now" }
action "serve" { duration = 3, targets = "guest", when = "target.waiting and distance < 20",
  prefer = "least target.since", finish = "target.waiting = false; raise served on target" }
-- A switch, and something that may be missing.
action "fight" { duration = 1, when = "war and self.energy > 2" }
action "look" { duration = 1, targets = "seat", when = "not (target.seats > 3) and not (target.seats <= 3)" }
-- Taken back in full, by a function, and in part.
action "sit" { duration = 9, targets = "seat", start = "target.seats -= 1", finish = "target.seats += 1",
  interrupted = "target.seats += 1" }
action "lean" { duration = 9, targets = "seat", start = "target.seats -= 1", interrupted = function() end }
action "run" { duration = 9, start = "self.energy -= 2", interrupted = "self.energy += 1" }
action "hum" { duration = 9, targets = false, start = { function() end, "raise served on self" } }
-- Counts what was started, interrupted or not, and is set anew elsewhere.
action "draw" { duration = 1, targets = "seat", start = "target.tickets += 1; self.ticket = target.tickets" }
action "open" { duration = 1, targets = "seat", finish = "target.tickets = 0" }
-- Near enough once one has walked there.
action "walk" { travel = "self.speed", targets = "seat", when = "distance > 0" }
action "touch" { duration = 1, targets = "seat", when = "distance < 2" }
action "swim" { duration = 1, when = "env.weather == 'sunny' or self.energy > 8" }
action "sip" { duration = 1, targets = "seat", when = "target.seats < 2" }
action "idle" { duration = 1 }
sequence "day" { entry = "hours",
  hours = { to = { { "wait", when = "env.hour < 2" }, { "serve", when = "env.hour >= 2 and env.hour < 4" },
    { "fight", when = "env.hour >= 4 and env.hour < 6" }, { "look", when = "env.hour == 6" },
    { "swim", when = "env.hour == 7 and env.weather == 'rainy'" }, { "run", when = "env.hour == 8" },
    { "sit", when = "env.hour == 9" }, { "lean", when = "env.hour == 10" },
    { "hum", when = "env.hour == 14" }, { "walk", when = "env.hour == 11" },
    { "idle", when = "env.hour == 12" }, { "idle", when = "env.hour == 13" }, { "idle", otherwise = true } } },
  -- Of three, two can be open at once.
  wait = { action = "wait", to = { "END", { "idle", when = "env.hour < 1" }, { "look", when = "env.hour >= 1" } } }, serve = { action = "serve", to = "END" },
  fight = { action = "fight", to = "END", failed = "idle" }, look = { action = "look", to = { "END", { "sip", when = "target.seats > 3" } } },
  -- Another target may have them.
  sip = { action = "sip", to = "END" },
  swim = { action = "swim", to = "END" }, run = { action = "run", to = "END" }, sit = { action = "sit", to = "END" },
  lean = { action = "lean", to = "END" }, hum = { action = "hum", to = "END" }, idle = { action = "idle", to = "END" },
  walk = { action = "walk", to = "touch" }, touch = { action = "touch", to = "open" },
  open = { action = "open", target = "same", to = "draw" }, draw = { action = "draw", target = "same", to = "END" } }
sequence "idle" (chain { "idle" })
prop "bench" { static = true, tags = "seat", state = { "seats", "tickets" } }
npc "guest" { main = "day", fallback = "idle", tags = "guest", memory = { transitions = 2 },
  state = { "energy", "waiting", "since", "speed", "ticket" } }
place "bench" { x = 100 }
place "guest" {}
