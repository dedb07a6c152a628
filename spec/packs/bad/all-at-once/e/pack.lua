return { name = "e", version = "1.0.0" }
