action "nap" { duration = 1, when = "self.mood > 1" }
