return {
  name = "shop",
  version = "1.0.0",
  stand_ins = { prices = { bread = 4, ["of()"] = 7 }, ["is_open()"] = true },
}
