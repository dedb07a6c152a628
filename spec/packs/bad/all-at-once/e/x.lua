action "nap" { duration = 0 }
