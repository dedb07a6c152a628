return {
  name = "p",
  stand_ins = { prices = { bread = 4, ["5 of"] = 3, [2] = 1 }, ["price_of()"] = 4, ["price of()"] = 4, [true] = 2 },
}
