return { name = "manor", version = "1.0.0", title = "A manor whose people keep hours" }
