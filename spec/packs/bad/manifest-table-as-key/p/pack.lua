return { name = "p", [{}] = 1 }
