-- What can be loaded of offers and links and is hardly meant.
link "home" {}
link "grudge" {}
link "known" { allow = "unused-link" }
action "sit" { duration = 3, targets = "seat" }
action "walk" { travel = 2, targets = "seat" }
sequence "sit" { same = true, entry = "sit", sit = { action = "sit", to = "END" } }
sequence "lean" { same = true, entry = "lean", lean = { action = "sit", to = "END" } }
sequence "idle" { entry = "home", home = { action = "walk", target = "home", to = "sit", failed = "sit" },
  sit = { request = "sit", from = "target", to = "END", failed = "END" } }
prop "chair" { static = true, tags = "seat", offers = { sit = { sequence = "sit" }, lean = { sequence = "lean" } } }
prop "wall" { static = true, allow = "unasked-offer", offers = { lean = { sequence = "lean" } } }
sequence "perch" { entry = "up", up = { action = "walk", to = "sit" }, sit = { action = "sit", target = "same", to = "down" },
  down = { action = "sit", to = "END" } }
prop "barrel" { tags = "seat", allow = "unasked-offer", offers = { perch = { sequence = "lean", undo = "perch" } } }
npc "guest" { main = "idle", allow = "without-fallback" }
