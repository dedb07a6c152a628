state "open" { flag = true }
action "idle" { duration = 1 }
sequence "rest" (chain { "idle" })
sequence "ask" (chain { { request = "sit", optional = true, failed = "END" } })
prop "one" { offers = { sit = { sequence = "rset" } } }
prop "two" { offers = { sit = {} } }
prop "three" { offers = { sit = { sequence = "rest", undo = "gte_up" } } }
prop "four" { offers = { sit = { sequence = "rest", holders = 0 } } }
prop "five" { offers = { sit = { sequence = "rest", holders = "many" } } }
prop "six" { offers = { sit = { sequence = "rest", holder = 2 } } }
prop "seven" { offers = { { sequence = "rest" } } }
prop "eight" { offers = { sit = 3 } }
prop "nine" { offers = "rest" }
prop "ten" { offers = { sit = { sequence = "rest", when = "target.opn" } } }
prop "eleven" { offers = { sit = { sequence = "rest", only_while = "target.open" } } }
prop "twelve" { offers = { sit = { sequence = "rest", adopt = "target.opn = true", drop = "self.open" } } }
prop "thirteen" { offers = { sit = { sequence = "rest", kept = "yes" } } }
role "fourteen" { main = "rest", offers = { [""] = "rest" } }
npc "fifteen" { main = "ask", on = { shout = { sequence = "rest", stays = true, urgent = true } } }
interruption "shout" {}
npc "sixteen" { main = "rest", tags = "person", cues = { glance = { targets = "person", scene = "chat", as = "a", stays = false } } }
scene "chat" { parts = { "a", { "b", who = "person" } }, { a = "idle", b = "idle" } }
