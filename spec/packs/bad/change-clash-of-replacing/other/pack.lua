return { name = "other", version = "1.0.0" }
