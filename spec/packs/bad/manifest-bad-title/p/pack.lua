return { name = "p", title = {} }
