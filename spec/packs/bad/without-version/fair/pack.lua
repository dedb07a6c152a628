return { name = "fair", version = "1.0.0", depends = { "common ^1" } }
