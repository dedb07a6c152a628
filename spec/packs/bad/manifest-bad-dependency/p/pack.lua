return { name = "p", depends = { "common", {}, ">= 1", "two words" } }
