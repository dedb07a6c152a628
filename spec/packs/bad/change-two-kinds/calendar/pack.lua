return { name = "calendar", version = "1.0.0" }
