return { name = "common", version = "1.1.9" }
