return { name = "many", version = "1.0.0" }
