return { name = "parlour", version = "1.0.0" }
