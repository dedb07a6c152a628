return { name = "self" }
