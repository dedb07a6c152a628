replace "market.rest" { duration = 1 }
