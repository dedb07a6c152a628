return { name = "market" }
