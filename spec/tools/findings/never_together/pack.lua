return { name = "never_together", version = "1.0.0" }
