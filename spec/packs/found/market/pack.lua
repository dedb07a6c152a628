return { name = "market", version = "1.0.0", title = "A market of one", authors = { "the bustle authors" } }
