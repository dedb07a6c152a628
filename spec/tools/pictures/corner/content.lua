action "idle" { duration = 1 }
action "buy" { duration = 2 }
sequence "idle" (chain { "idle" })
sequence "buy" (chain { "buy" })
