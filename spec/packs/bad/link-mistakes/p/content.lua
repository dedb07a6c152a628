link "home" {}
link "trust" { min = -10, max = 10 }
link "holder" {}
link "of" {}
link "a kind" {}
link "fear" { minimum = 2 }
link "envy" { default = true }
link "anger" { min = 3, max = 2 }
state "mood" {}
action "idle" { duration = 1 }
action "greet" { duration = 1, targets = "person" }
action "one" { duration = 1, targets = "person", when = "self.trsut(target) > 2" }
action "two" { duration = 1, targets = "person", finish = "self.inside(target) = 1" }
action "three" { duration = 1, targets = "person", prefer = "most self.trust(targt)" }
action "four" { duration = 1, targets = "person", prefer = "least mood" }
action "five" { duration = 1, targets = "person", when = "count(seat of target) > 2" }
action "six" { duration = 1, start = "raise shout on home" }
sequence "rest" (chain { "idle" })
sequence "seven" (chain { { action = "greet", target = "hmoe", failed = "END" } })
sequence "eight" (chain { { action = "greet", target = "seat of target", failed = "END" } })
sequence "nine" (chain { { action = "greet", target = "home of", failed = "END" } })
sequence "ten" (chain { { action = "greet", target = "target of home", failed = "END" } })
sequence "eleven" (chain { { sequence = "rest", target = "home" } })
sequence "twelve" (chain { { request = "sit", from = "chair 1", failed = "END" } })
sequence "thirteen" (chain { { request = "sit", from = "home", target = "home", failed = "END" } })
scene "order" { parts = { "patron", { "home", who = "person" } },
  { patron = { action = "greet", target = "home" }, home = { action = "greet", target = "trust of home" } } }
scene "meal" { parts = { "holder" }, { holder = "idle" } }
npc "person" { main = "rest", tags = "person", state = { "mood" }, offers = { sit = "rest" } }
