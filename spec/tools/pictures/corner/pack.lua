return { name = "corner", version = "2.1.0" }
