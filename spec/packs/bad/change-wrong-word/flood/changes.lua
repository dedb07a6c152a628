extend "market.nearby" { max = 3 }
extend "market.weather" { values = { "storm" }, default = "strom" }
