return {
  name = "hamlet", version = "1.0.0", depends = { "common >= 1.0" },
  title = "A hamlet whose people keep hours: plans of the day, and an innkeeper who takes orders",
}
