return { name = "unused_tag", version = "1.0.0" }
