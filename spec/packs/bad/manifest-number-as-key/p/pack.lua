return { name = "p", "market" }
