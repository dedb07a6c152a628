-- A room with one chair, and two who would sit on it.
link "seat" {}
action "sit_down" { duration = 2, targets = true }
action "wander" { duration = 3 }
action "keep" { duration = 60 }
sequence "sit" { same = true, entry = "down", down = { action = "sit_down", to = "END" } }
sequence "visit" { entry = "seat", seat = { request = "sit", from = "seat of area", to = "out", failed = "out" },
  out = { action = "wander", to = "END" } }
sequence "keep_house" (chain { "keep" })
prop "chair" { static = true, offers = { sit = "sit" } }
npc "visitor" { main = "visit", fallback = "visit" }
npc "room" { area = { width = 10, depth = 10 }, main = "keep_house", fallback = "keep_house" }
place "room" { name = "the parlour", links = { seat = "chair 1" } }
place "chair" { name = "chair 1" }
place "visitor" { name = "Ada" }
place "visitor" { name = "Bob" }
