extend "market.nearby" (6)
