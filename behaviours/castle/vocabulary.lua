inbox "queue" { limit = 100 } -- at a gate: who wants to pass. The oldest message is whoever came first

state "inside" { flag = true } -- past the gate
state "hunger" { default = 3, min = 0, max = 9 }

-- Of a trebuchet.
state "tension" { min = 0, max = 8 }
state "shots" { min = 0 }

interruption "fanfare" {}

constant "drawn" (8) -- as much tension as a trebuchet takes
