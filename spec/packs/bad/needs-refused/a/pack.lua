return { name = "a", version = "1.0.0", depends = "b" }
