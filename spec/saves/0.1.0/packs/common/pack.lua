return {
  name = "common", version = "1.0.0",
  title = "What every place shares: weather, hours, tiredness, and things to do when nothing else can be done",
}
