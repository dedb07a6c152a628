replace "market.walk" { duration = 5 }
