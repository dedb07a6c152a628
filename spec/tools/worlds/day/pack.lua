return { name = "day", version = "1.0.0" }
