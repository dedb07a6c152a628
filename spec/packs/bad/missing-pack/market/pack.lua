return {
  name = "market",
  depends = { "comon" },
}
