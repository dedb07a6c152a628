return { name = "square", version = "1.0.0", depends = { "words >= 1.0" } }
