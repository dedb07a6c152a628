action "gamble" { duration = 1, targets = false, when = function() error("no such luck") end }
sequence "gamble" (chain { "gamble" })
npc "gambler" { main = "gamble" }
