state "room" { default = 4, min = 0 } -- at the bar
state "glasses" { default = 2, min = 0 } -- on a table
state "thirst" { default = 4, min = 0, max = 10 }

env "bar_open" { every = 1, flag = true, default = true }
interruption "bar_closes" { when = "not env.bar_open" }

-- The market's distances, a hundred times larger. Speeds are the dancers' and visitors' own state.
constant "within_reach" (400)
constant "within_the_club" (9000)
