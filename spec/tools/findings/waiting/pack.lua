return { name = "waiting", version = "1.0.0" }
