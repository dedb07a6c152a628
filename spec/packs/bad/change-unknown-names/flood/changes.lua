extend "market.rest" { when = "self.enrgy > 1", ends_on = "flod" }
extend "market.visitor" { on = { flood = "fle" }, state = { "wet" } }
extend "market.day" { rest = { to = "hide" } }
interruption "flood" {}
sequence "flee" (chain { "market.walk" })
