state "noise" {}
action "idle" { duration = 1 }
sequence "rest" (chain { "idle" })
prop "one" { area = { width = 20 } }
prop "two" { area = { { width = 20, depth = 10 }, { depth = 4 } } }
prop "three" { area = { { width = 20, depth = 10 }, height = 3 } }
prop "four" { area = { width = 20, depth = 10, heigth = 3 } }
prop "five" { area = { width = "wide", depth = 10 } }
prop "six" { area = 20 }
prop "seven" { area = { width = 20, depth = 10 }, static = false }
prop "eight" { area = { width = 20, depth = 10 }, every = 2 }
prop "nine" { area = { width = 20, depth = 10 }, position = "none" }
prop "ten" { position = "none", static = true }
prop "eleven" { position = "nowhere" }
prop "twelve" { trigger = true }
npc "thirteen" { main = "rest", enter = "target.noise += 1" }
npc "fourteen" { main = "rest", exit = "target.noise -= 1" }
prop "fifteen" { area = { width = -1, depth = 10 } }
prop "sixteen" { area = { width = 20, depth = 10 }, enter = "target.nois += 1" }
local boxes = {}
for i = 1, 9 do boxes[i] = { width = i, depth = i } end
prop "seventeen" { area = boxes }
prop "eighteen" { area = {} }
