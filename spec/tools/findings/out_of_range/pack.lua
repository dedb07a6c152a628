return { name = "out_of_range", version = "1.0.0" }
