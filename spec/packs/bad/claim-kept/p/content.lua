state "seats" { default = 2, min = 0, max = 2 }
action "sit" { duration = 1, targets = "seat", claim = { "target.seats", kept = true } }
action "idle" { duration = 1, targets = "seat" }
sequence "one" { claim = { kept = true }, entry = "a", a = { action = "idle", to = "END" } }
sequence "two" { claim = { "target.seats", kept = "yes" }, entry = "a", a = { action = "idle", to = "END" } }
sequence "three" { claim = { "target.seats", keep = true }, entry = "a", a = { action = "idle", to = "END" } }
sequence "four" { claim = { { "target.seats", kept = true } }, entry = "a", a = { action = "idle", to = "END" } }
prop "bench" { tags = "seat", state = { "seats" } }
