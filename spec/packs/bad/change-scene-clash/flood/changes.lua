extend "market.order" { within = 5, { patron = "idle" } }
