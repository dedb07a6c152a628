return { name = "late", version = "1.0.0", depends = { "shop" }, stand_ins = { ["sale()"] = true, prices = { milk = 2 } } }
