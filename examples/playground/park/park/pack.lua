return {
  name = "park", version = "1.0.0",
  title = "The park of the README: two benches, and thunder",
}
