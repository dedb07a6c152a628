name = "p"
