return { name = "garden", version = "1.0.0", title = "A garden whose people call functions, some of which err" }
