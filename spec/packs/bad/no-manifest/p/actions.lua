action "x" { duration = 1 }
