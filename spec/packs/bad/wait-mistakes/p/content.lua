state "seats" { min = 0 }
state "fed" { flag = true }
interruption "call" {}
action "idle" { duration = 1 }
action "seek" { duration = 1, targets = "seat" }
action "dine" { duration = 1, when = "self.fed" }
action "hear" { duration = 1, ends_on = "call" }
action "walk" { travel = 2, targets = "seat" }
action "hold" { duration = 1, targets = "seat", claim = "target.seats" }
sequence "nothing" { entry = "a", a = { wait = "", to = "END" } }
sequence "number" { entry = "a", a = { wait = 5, to = "END" } }
sequence "unknown" { entry = "a", a = { wait = "self.fde", to = "END" } }
sequence "often" { entry = "a", a = { wait = "self.fed", every = 0, to = "END" } }
sequence "backwards" { entry = "a", a = { wait = "self.fed", timeout = -1, to = "END" } }
sequence "hardly" { entry = "a", a = { wait = "self.fed", timeout = -0.001, to = "END" } }
sequence "nobody" { entry = "a", a = { wait = "self.fed", waiting = "idel", to = "END" } }
sequence "aimed" { entry = "a", a = { wait = "self.fed", waiting = "seek", to = "END" } }
sequence "choosy" { entry = "a", a = { wait = "self.fed", waiting = "dine", to = "END" } }
sequence "called" { entry = "a", a = { wait = "self.fed", waiting = "hear", to = "END" } }
sequence "going" { entry = "a", a = { wait = "self.fed", waiting = "walk", to = "END" } }
sequence "both" { entry = "a", a = { wait = "self.fed", action = "idle", to = "END" } }
sequence "acting" { entry = "a", a = { action = "idle", timeout = 5, to = "END" } }
sequence "choice" { entry = "a", a = { every = 5, to = "END" } }
sequence "nested" { entry = "a", a = { sequence = "choice", waiting = "idle", to = "END" } }
sequence "again" { entry = "a", a = { wait = "self.fed", target = "same", to = "END" } }
sequence "stuck" { entry = "a", a = { wait = "self.fed" } }
sequence "holding" { entry = "a", a = { wait = "self.fed", waiting = "hold", to = "END" } }
prop "bench" { tags = { "seat" }, state = { "seats" } }
