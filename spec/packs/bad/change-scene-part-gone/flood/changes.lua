extend "market.order" { remove = { parts = "patron" } }
