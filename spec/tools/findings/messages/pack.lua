return { name = "messages", version = "1.0.0" }
