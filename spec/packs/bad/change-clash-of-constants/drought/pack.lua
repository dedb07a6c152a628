return { name = "drought", version = "1.0.0", depends = { "market" } }
