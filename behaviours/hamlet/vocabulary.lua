link "home" {} -- from people to where they live
link "work" {} -- ... and to where they work
link "tavern" {} -- ... and to where they drink

inbox "orders" {} -- of whoever keeps a tavern

state "served" { min = 0 } -- ales, by a keeper
