return { name = ("x"):rep(101) }
