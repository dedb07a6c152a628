interruption "water" {}
extend "walker" { on = { water = "flee" }, tags = { "swimmer" } }
replace "street.rest" { duration = 9 }
