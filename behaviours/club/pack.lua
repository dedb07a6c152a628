return {
  name = "club", version = "1.0.0", depends = { "common >= 1.0" },
  title = "A dance club: the market's visitors in another place, and in centimetres",
}
