return { name = "square", version = "1.0.0", title = "A square with a use for all that a save holds" }
