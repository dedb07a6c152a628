link "home" {}
link "trust" { min = -10, max = 10 }
prop "house" {}
place "house" { name = "mill" }
place "house" { name = "barn" }
place "house" { name = "barn" }
place "house" { name = "one", links = { hmoe = "mill" } }
place "house" { name = "two", links = { home = "mil" } }
place "house" { name = "three", links = { home = "barn" } }
place "house" { name = "four", links = { home = "four" } }
place "house" { name = "five", links = { inside = "mill" } }
place "house" { name = "six", links = { "mill" } }
place "house" { name = "seven", links = "mill" }
place "house" { name = "eight", links = { home = 3 } }
place "house" { name = "nine", links = { home = { mill = 4 } } }
place "house" { name = "ten", links = { trust = { mill = 40 } } }
place "house" { name = "eleven", links = { trust = { mill = "much" } } }
place "house" { name = "twelve", links = { home = { "mill", "mill" } } }
extend "place mil" { x = 3 }
extend "place barn" { x = 3 }
extend "place mill" { links = { home = "brn" }, remove = { links = { "trust" } } }
