return { name = "sound", version = "1.0.0" }
