return { name = "p", depends = 5 }
