npc "guest" { main = "day" }
