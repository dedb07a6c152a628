return {
  name = "castle", version = "1.0.0", depends = { "common >= 1.0" },
  title = "A castle on the day of a feast: messages and meetings. Guests queue at the gate and drink to each other",
}
