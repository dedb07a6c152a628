extend "market.order" { within = 7, { patron = "rest" }, remove = { "1" } }
