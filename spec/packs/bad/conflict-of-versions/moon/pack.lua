return { name = "moon", version = "1.0.0" }
