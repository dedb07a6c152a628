state "stall" {} -- which stall is whose
state "counter" { default = 1, min = 0 } -- room behind it: 0 while somebody keeps the stall
state "room" { default = 3, min = 0 } -- room before it
state "spouts" { default = 4, min = 0 }
state "watchers" { default = 1, min = 0 }

state "goods" { default = 4, min = 0, max = 8 }
state "bag" { min = 0, max = 9 }
state "glanced" { default = -60 } -- when they last did, in seconds
state "indoors" { flag = true } -- at home, where one minds neither rain nor shouts

link "keeper" {} -- from a stall to whoever has set it up
inbox "customers" {} -- of a keeper: who wants to be served. The oldest message is whoever has come first

env "market_open" { every = 1, flag = true, default = true }

interruption "market_opens" { when = "env.market_open" }
interruption "market_closes" { when = "not env.market_open" }
interruption "day_breaks" { when = "env.hour >= morning and env.hour < evening" }

-- Hours. Between the two visitors and vendors are at home.
constant "evening" (19)
constant "morning" (6)

constant "earshot" (20) -- metres, as far as one talks to somebody
