action "nap" { duration = 1, show = { [{}] = 1, [print or type] = 2 } }
