return {
  name = "square",
  version = "0.1.0",
  title = "NAME",
}
