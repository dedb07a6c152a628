extend "market.rest" { travel = 2 }

extend "market.visitor" { main = "day", on = { shout = { priority = 1, sequence = "day" } }, tags = { "dry" }, state = { fed = true } }
extend "market.day" { rest = { failed = "END" } }
