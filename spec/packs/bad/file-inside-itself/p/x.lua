local show = {}
show.again = show

action "nap" { duration = 1, show = show }
