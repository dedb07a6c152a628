state "seats" { default = 1, min = 0 }
interruption "thunder" {}

action "walk" { travel = 3, targets = "seat" }
action "sit" { duration = { 6, 9 }, resumable = true, targets = "seat", show = { pose = "sit" } }
action "look_round" { duration = 2, show = { pose = "look", says = "?" } }

-- Where nobody has sat lately; a bench without a free seat is skipped.
sequence "rest" { claim = "target.seats", entry = "go",
  go = { action = "walk", to = "sit" },
  sit = { action = "sit", target = "same", to = "END" } }

sequence "startled"(chain { "look_round" })

prop "bench" { static = true, tags = { "seat" }, state = { "seats" } }
npc "visitor" { main = "rest", on = { thunder = "startled" } }
