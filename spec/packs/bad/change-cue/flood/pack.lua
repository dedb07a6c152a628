return { name = "flood", version = "1.0.0", depends = "market" }
