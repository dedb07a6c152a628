actoin "nap" { duration = 1 }
