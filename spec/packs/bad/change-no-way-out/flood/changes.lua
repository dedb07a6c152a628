extend "market.day" { remove = { rest = { to = "walk" }, walk = "to" } }
