return { name = "inn", version = "1.0.0" }
