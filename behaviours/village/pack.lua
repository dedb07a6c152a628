return {
  name = "village", version = "1.0.0", depends = { "common >= 1.0" },
  title = "A village: forty-five people with homes, trades, friends and feuds, and all that they do together",
}
