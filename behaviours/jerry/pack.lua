return {
  name = "jerry", version = "1.0.0", depends = { "hamlet >= 1.0" },
  title = "Poisoned Jerry: five villagers whose days a quest changes, for a while and for good",
}
