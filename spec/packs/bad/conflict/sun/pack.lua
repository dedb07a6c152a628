return { name = "sun", version = "1.0.0" }
