return {
  name = "jerry", version = "2.0.0", depends = { "village >= 1.0" },
  title = "Poisoned Jerry: a quest as a mod of the village; it changes five people's days, for a while and for good",
}
