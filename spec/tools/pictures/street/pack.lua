return { name = "street", version = "1.0.0", title = "A street", authors = { "somebody" }, depends = { "corner" } }
