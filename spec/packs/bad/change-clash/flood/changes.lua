extend "market.rest" { duration = 5 }
extend "market.visitor" { main = "gasp", on = { shout = "day" }, tags = { "wet" }, state = { fed = false } }
extend "market.day" { rest = { failed = "END" } }
