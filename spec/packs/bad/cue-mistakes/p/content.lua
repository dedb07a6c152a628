env "hour" { default = 12 }
state "mood" { default = 5 }
action "idle" { duration = 1 }
sequence "rest" (chain { "idle" })
npc "one" { main = "rest", tags = "person", cues = { glance = { sequence = "rest" } } }
npc "two" { main = "rest", tags = "person", cues = { glance = { targets = "person", sequence = "rest", every = 0 } } }
npc "three" { main = "rest", tags = "person", cues = { glance = { targets = "person", sequence = "rset" } } }
npc "four" { main = "rest", tags = "person", cues = { glance = { targets = "person", scene = "order", as = "patron" } } }
npc "five" { main = "rest", tags = "person", cues = { glance = { targets = "person" } } }
npc "six" { main = "rest", tags = "person", cues = { glance = { within = 4, when = "self.mood > 2", sequence = "rest" } },
  state = { "mood" } }
npc "seven" { main = "rest", tags = "person", cues = { glance = { targets = "person", sequence = "rest", again = -1 } } }
npc "eight" { main = "rest", tags = "person", cues = { glance = { targets = "person", sequence = "rest", prefer = "near" } } }
npc "nine" { main = "rest", tags = "person", cues = { { targets = "person", sequence = "rest" } } }
npc "ten" { main = "rest", tags = "person", cues = { ["pp.glance"] = { targets = "person", sequence = "rest" } } }
npc "eleven" { main = "rest", tags = "person", cues = { glance = { targets = "person", sequence = "rest", within = "near" } } }
npc "twelve" { main = "rest", tags = "person", cues = { glance = { target = "person", sequence = "rest" } } }
npc "thirteen" { main = "rest", tags = "person", cues = { glance = "rest" } }
npc "fourteen" { main = "rest", tags = "person", cues = { glance = { targets = "persn", sequence = "rest" } } }
npc "fifteen" { main = "rest", tags = "person", cues = { glance = { when = "target.mood > 2", sequence = "rest" } } }
