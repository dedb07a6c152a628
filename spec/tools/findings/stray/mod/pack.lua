return { name = "mod", version = "1.0.0", depends = { "square" } }
