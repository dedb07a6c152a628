return { name = "places", version = "1.0.0" }
