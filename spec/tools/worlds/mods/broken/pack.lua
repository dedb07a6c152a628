return { name = "broken", version = "1.0.0", depends = { "nothing_like_it" } }
