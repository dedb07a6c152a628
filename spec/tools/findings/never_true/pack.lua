return { name = "never_true", version = "1.0.0" }
