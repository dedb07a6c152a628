return { name = "rain", version = "1.0.0" }
