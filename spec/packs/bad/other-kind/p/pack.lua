return { name = "p", version = "1.0.0" }
