return { name = "square", version = "1.0.0" }
