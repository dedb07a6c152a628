return { name = "unreachable_node", version = "1.0.0" }
