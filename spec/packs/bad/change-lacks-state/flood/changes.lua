state "wet" { min = 0 }
extend "market.rest" { when = "self.wet == 0" }
