return { name = "good", version = "1.0.0", depends = "market" }
