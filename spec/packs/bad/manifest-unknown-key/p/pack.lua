return {
  name = "p",
  verison = "1.0",
}
