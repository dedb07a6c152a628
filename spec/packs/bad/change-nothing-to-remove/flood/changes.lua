extend "market.visitor" { remove = { tags = "persn", on = { "shot" }, state = "energy" } }
extend "market.day" { remove = { "wak", swim = "failed", rest = { to = "walkk" } } }
extend "market.rest" { remove = { show = "anim" } }
