return { name = "without_fallback", version = "1.0.0" }
