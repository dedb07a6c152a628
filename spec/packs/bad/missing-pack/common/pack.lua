return { name = "common", version = "1.0.0" }
