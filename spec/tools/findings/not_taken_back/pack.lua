return { name = "not_taken_back", version = "1.0.0" }
