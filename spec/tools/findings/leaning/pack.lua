return { name = "leaning", version = "1.0.0", depends = { "without_fallback", "unreachable_node" } }
