action "day" { duration = 1 }
