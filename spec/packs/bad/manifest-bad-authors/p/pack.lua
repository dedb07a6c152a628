return { name = "p", authors = { "Ada", 5 } }
