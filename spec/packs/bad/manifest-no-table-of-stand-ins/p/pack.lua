return { name = "p", stand_ins = 4 }
