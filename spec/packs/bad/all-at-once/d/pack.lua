return { name = "d", version = "1.0.0", depends = "c" }
