-- ---- Who belongs to what, and who is what to whom (people.lua, map.lua) ----

link "has" {} -- from a building or a field to what stands in it: `has(bed) of home`
link "beside" {} -- from a seat to the others at the same table
link "home" {} -- from people to where they live
link "work" {} -- ... and to where they work
link "tavern" { min = 0, max = 10, default = 0 } -- ... and to where they drink, with how much they like it there
link "spouse" {}
link "parent" {} -- from a child
link "friend" { min = 0, max = 10, default = 0 } -- how much they like the other
link "feud" { min = 0, max = 10, default = 0 } -- how little

-- ---- People ----

state "cooks" { flag = true } -- for the others at home
state "fed" { flag = true } -- today, with the others
state "plays" { flag = true } -- the lute
state "watch" { values = { "day", "evening", "night" } } -- of a guard
state "home_by" { default = 22, min = 0, max = 24 } -- the hour that ends an evening out
state "holds" { default = 3, min = 0, max = 9 } -- how many ales are enough
state "drunk" { min = 0, max = 9 } -- ales, this evening
state "ale" { min = 0, max = 2 } -- sips left in the mug
state "going_home" { flag = true } -- wants no tavern any more today
state "serving" { flag = true } -- works at a tavern now

-- ---- Taverns ----

state "open" { flag = true }
state "noise" { min = 0 } -- how many are inside

inbox "orders" {} -- of whoever serves in a tavern
inbox "customers" {} -- of the baker

interruption "brawl" {} -- from those who begin it
interruption "racket" {} -- from a drunkard, to his wife

env "feast" { every = 5, flag = true } -- a feast day, as the game says; all Sundays are like one
