replace "market.nearby" (5)
