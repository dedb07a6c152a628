return { name = "hours", version = "1.0.0" }
