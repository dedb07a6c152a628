return { name = "allowed", version = "1.0.0" }
