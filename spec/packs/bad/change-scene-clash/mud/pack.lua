return { name = "mud", depends = { "market" } }
