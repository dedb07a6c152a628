extend "market.walk" { when = "self.fed" }
