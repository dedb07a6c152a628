action "nap" { duration = 1, show = { [{}] = 1 } }
