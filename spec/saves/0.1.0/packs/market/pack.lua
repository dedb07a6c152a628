return {
  name = "market", version = "1.0.0", depends = { "common >= 1.0" },
  title = "A market square: vendors at their stalls, visitors, guards",
}
