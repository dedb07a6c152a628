return { name = "plans", version = "1.0.0" }
