return { name = "unused_sequence", version = "1.0.0" }
