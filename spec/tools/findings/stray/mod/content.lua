-- Adds a way to a node, and misspells its name.
action "swim" { duration = 1 }
extend "square.day" { chose = { to = { "swim" } }, swim = { action = "swim", to = "END" } }
