-- People.
state "thirst" { default = 9, min = 0, max = 9 }
state "ale" { min = 0, max = 3 } -- on the table before one
state "ordered_at" {} -- in seconds

-- A pub.
state "open" { flag = true }
state "noise" { min = 0 } -- how many are inside

-- Who belongs to what. To add a pub, place one and say these two; nobody else has to be told.
link "seat" {} -- from a pub to whatever its guests sit on
link "staff" {} -- from a pub to those who work there
link "home" {} -- from people to where they live

-- What is going on in a pub.
link "order" {} -- from the pub to a guest who has ordered
link "brings" {} -- from a server to the guest whose order it has taken

interruption "opening_time" { when = "env.hour >= opens or env.hour < closes" }
interruption "closing_time" { when = "env.hour >= closes and env.hour < opens" }
interruption "work_begins" {} -- from the pub, to its staff
interruption "last_orders" {} -- from the pub, to its guests
interruption "hush" {}
interruption "fire" {}

constant "opens" (18) -- o'clock
constant "closes" (2)
constant "lively" (20) -- so many are loud enough to be asked for quiet
