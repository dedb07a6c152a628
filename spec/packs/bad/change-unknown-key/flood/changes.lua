extend "market.rest" { durration = 5 }
extend "market.visitor" { on = { shout = { sequense = "gasp" } } }
replace "market.walk" { duration = 1, remove = { "when" } }
