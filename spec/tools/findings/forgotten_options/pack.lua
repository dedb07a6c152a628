return { name = "forgotten_options", version = "1.0.0" }
