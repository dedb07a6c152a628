return {
  name = "pub", version = "1.0.0", depends = { "common >= 1.0" },
  title = "A pub in a town: places and things that bring their own behaviour",
}
