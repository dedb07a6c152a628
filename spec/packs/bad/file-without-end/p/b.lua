action "nap" { duration = 1 }
