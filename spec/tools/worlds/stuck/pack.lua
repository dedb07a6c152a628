return { name = "stuck", version = "1.0.0" }
