-- Effects of the start that stay behind when somebody is called away.
state "seats" { default = 2, min = 0 }
state "cups" { default = 9 }
state "sitting" { flag = true }
state "coins" { default = 9, min = 0 }
state "singing" { flag = true }
action "sit" { duration = 9, targets = "seat", start = "target.seats -= 1; self.sitting = true",
  finish = "target.seats += 1; self.sitting = false" }
action "drink" { duration = 9, targets = "seat", start = "target.cups -= 2", interrupted = "target.cups += 1" }
action "pay" { duration = 1, start = "self.coins -= 3", interrupted = "self.coins -= 1" }
action "sing" { duration = 9, start = "self.singing = true" }
action "idle" { duration = 1 }
sequence "day" (chain { "sit", "drink", "pay", "sing" })
sequence "idle" (chain { "idle" })
prop "bench" { static = true, tags = "seat", state = { "seats", "cups" } }
npc "guest" { main = "day", fallback = "idle", state = { "sitting", "coins", "singing" } }
