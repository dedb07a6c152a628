interruption "flood" {}
extend "market.visitor" { on = { flood = { priority = 2 } } }
