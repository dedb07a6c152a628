return { name = "meddling", version = "1.0.0", depends = { "sound" } }
