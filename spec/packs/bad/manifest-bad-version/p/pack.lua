return {
  name = "p",
  version = "1.x",
}
