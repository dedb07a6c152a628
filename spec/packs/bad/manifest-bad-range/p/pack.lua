return {
  name = "p",
  depends = { "common >= one" },
  conflicts = "rain 1.0",
  bustle = "latest",
}
