-- Tries to take over what another pack has declared, by its full name.
-- Ends: content: its name has a dot
action "neighbour.work" { duration = 1 }
npc "neighbour.worker" { main = "attack" }
