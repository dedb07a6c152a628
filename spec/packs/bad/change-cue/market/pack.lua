return { name = "market", version = "1.0.0" }
