return { name = "flood", version = "0.1.0", depends = { "street" } }
