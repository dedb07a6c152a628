return { name = "well", version = "1.0.0" }
