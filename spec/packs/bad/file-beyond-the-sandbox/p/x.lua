os.remove("x")
