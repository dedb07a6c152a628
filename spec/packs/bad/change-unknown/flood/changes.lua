extend "market.visitr" { tags = { "wet" } }
replace "walkk" {}
extend "npc rest" {}
