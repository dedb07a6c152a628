return {
  name = "market",
  version = "1.0",
  depends = { "common >= 1.2, < 2" },
}
