return { name = "sunday", version = "1.0.0", depends = { "manor" } }
