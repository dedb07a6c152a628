-- The guard never leaves his post, and the bell is further away than his arm is long.
action "ring" { duration = 2, targets = "bell", when = "distance < 3" }
action "shoot" { duration = 2, targets = "bell", when = "distance >= 5 and distance <= 9" }
action "look" { duration = 2, targets = "bell", when = "distance <= 12" }
action "idle" { duration = 1 }
sequence "watch" (chain { "ring", "shoot", "look" })
sequence "idle" (chain { "idle" })
prop "bell" { static = true, tags = "bell" }
npc "guard" { static = true, main = "watch", fallback = "idle" }
place "bell" { x = 10, y = 5 }
place "bell" { x = 0, y = -12 }
place "guard" { x = 0, y = 0 }
