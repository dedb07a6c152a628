return { name = "needy_fallback", version = "1.0.0" }
