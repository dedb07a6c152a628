state "open" { flag = true }
action "idle" { duration = 1 }
action "greet" { duration = 1, targets = "person" }
sequence "rest" (chain { "idle" })
prop "bench" { tags = "seat", offers = { sit = "sit_down" } }
sequence "sit_down" { entry = "stay", stay = { body = true, to = "END" } }
sequence "one" (chain { { request = "sti" } })
sequence "two" (chain { { request = {} } })
sequence "three" (chain { { request = false } })
sequence "four" (chain { { request = "sit", action = "idle" } })
sequence "five" (chain { { request = "sit", from = "target", targets = "seat" } })
sequence "six" (chain { { request = "sit", body = true } })
sequence "seven" (chain { { request = "sit", body = "drink" } })
sequence "eight" { entry = "a", a = { action = "idle", when = "self.open", to = "END" } }
sequence "nine" { entry = "a", a = { action = "idle", only_while = "self.open", to = "END" } }
sequence "ten" { entry = "a", a = { sequence = "rest", from = "target", to = "END" } }
sequence "eleven" { entry = "a", a = { body = "rest", to = "END" } }
sequence "twelve" { entry = "a", a = { body = true, to = "END" } }
sequence "thirteen" (chain { { request = "sit", targets = "seta", failed = "END" } })
sequence "fourteen" (chain { { request = "sit", prefer = "closest", failed = "END" } })
sequence "fifteen" (chain { { request = "sit", within = "far", when = "target.opn", failed = "END" } })
sequence "sixteen" { entry = "same", same = { action = "idle", to = "END" } }
sequence "seventeen" { same = "yes", entry = "a", a = { action = "idle", to = "END" } }
sequence "eighteen" { entry = "a", a = { sequence = "rest", optional = true, to = "END" } }
sequence "nineteen" (chain { { request = { "sit", "sit" }, failed = "END" } })
npc "person" { main = "rest", tags = "person" }
