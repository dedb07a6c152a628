return { name = "flood", depends = { "market" } }
