return { name = "watch", version = "1.0.0", depends = { "common >= 1.0" } }
