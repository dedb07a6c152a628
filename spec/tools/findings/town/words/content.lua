-- There for others: what nobody uses here is used elsewhere.
state "energy" { default = 6, min = 0, max = 10 }
action "greet" { duration = 2, targets = true }
action "idle" { duration = 1 }
sequence "greet" (chain { "greet" })
sequence "idle" (chain { "idle" })
