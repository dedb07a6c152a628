env "hour" { default = 12 }
state "mood" { default = 5 }
action "idle" { duration = 1 }
sequence "rest" (chain { "idle" })
role "guard" { main = "rest", cues = { watch = { targets = "person", sequence = "rest" } } }
npc "visitor" { tags = "person", cues = { glance = { targets = "person", sequence = "rest" } }, roles = { "guard" } }
