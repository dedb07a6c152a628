return { name = "scenes", version = "1.0.0" }
