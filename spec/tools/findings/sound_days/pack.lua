return { name = "sound_days", version = "1.0.0" }
