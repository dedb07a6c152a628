return { name = "fair", version = "1.0.0", optional = { "common > 1.0" } }
