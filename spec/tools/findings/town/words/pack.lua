return { name = "words", version = "1.2.0" }
