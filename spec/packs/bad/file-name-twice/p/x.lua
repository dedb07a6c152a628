action "nap" { duration = 1 }

action "nap" { duration = 2 }
