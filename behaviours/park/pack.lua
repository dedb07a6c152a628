return {
  name = "park", version = "1.0.0", depends = { "common >= 1.0" },
  title = "A small park: benches, a food stall, and what visitors do when it rains",
}
