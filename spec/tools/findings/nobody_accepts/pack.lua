return { name = "nobody_accepts", version = "1.0.0" }
