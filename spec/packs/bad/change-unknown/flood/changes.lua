extend "market.visitr" { tags = { "wet" } }
replace "walkk" {}
extend "npc rest" {}
place "market.visitor" { name = "Ada" }
extend "Ada" { x = 4 }
extend "Addda" { x = 4 }
