-- There was nothing wrong with it before: "when" is and-ed to what was there.
extend "sound.swim" { when = "env.weather == 'rainy' and self.energy < 5" }
