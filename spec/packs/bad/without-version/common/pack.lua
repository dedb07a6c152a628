return { name = "common" }
