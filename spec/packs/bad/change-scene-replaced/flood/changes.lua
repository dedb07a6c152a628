replace "market.order" { parts = { { "cook", who = "person" } }, { patron = "nod" } }
