return {
  name = "piano", version = "1.0.0", title = "A piano on the market square", depends = { "market >= 1.0", "common" },
}
