extend "market.rest" { remove = 5 }
extend "market.visitor" { remove = { "tag", tags = 5, [true] = "x", main = "day" } }
extend "market.day" { remove = { rest = 5 } }
