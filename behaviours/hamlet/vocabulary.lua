link "home" {} -- from people to where they live
link "work" {} -- ... and to where they work
link "tavern" {} -- ... and to where they drink

inbox "orders" { keep = 120 } -- of whoever keeps a tavern. After two minutes nobody waits for an ale any more

state "served" { min = 0 } -- ales, by a keeper
