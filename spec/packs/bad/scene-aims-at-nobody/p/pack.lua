return { name = "p" }
