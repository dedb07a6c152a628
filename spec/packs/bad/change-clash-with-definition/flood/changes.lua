extend "market.rest" { duration = 5 }
