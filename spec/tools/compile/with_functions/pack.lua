return { name = "with_functions", version = "1.0.0" }
