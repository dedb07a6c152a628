return { name = "c", version = "1.0.0", depends = { "a", "d" } }
