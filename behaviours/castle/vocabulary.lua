inbox "queue" { limit = 100 } -- at a gate: who wants to pass. The oldest message is whoever came first

inbox "aim" { limit = 8, keep = 60 } -- of a soldier: at which tower. After a minute that is no news any more
link "crew" {} -- from a captain to soldiers

state "inside" { flag = true } -- past the gate
state "hunger" { default = 3, min = 0, max = 9 }

-- Of a trebuchet.
state "tension" { min = 0, max = 8 }
state "shots" { min = 0 }
state "tower" { default = 1, min = 1, max = 3 } -- at which it is, or should be, aimed

interruption "fanfare" {}

constant "drawn" (8) -- as much tension as a trebuchet takes
