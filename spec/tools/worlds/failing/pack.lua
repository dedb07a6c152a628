return { name = "failing", version = "1.0.0" }
