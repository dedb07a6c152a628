return {
  version = "1.0",
  name = "my pack",
}
