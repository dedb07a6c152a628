-- ---- Who belongs to what, and who is what to whom (people.lua, map.lua) ----

link "has" {} -- from a building or a field to what stands in it: `has(bed) of home`
link "home" {} -- from people to where they live
link "work" {} -- ... and to where they work
link "tavern" {} -- ... and to where they like to drink
link "spouse" {}
link "parent" {} -- from a child
link "friend" { min = 0, max = 10, default = 0 } -- how much they like the other
link "feud" { min = 0, max = 10, default = 0 } -- how little

env "feast" { every = 5, flag = true } -- a feast day, as the game says; all Sundays are like one
