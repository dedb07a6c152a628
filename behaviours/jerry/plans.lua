-- The ordinary days, as they are before anything has happened. Hob has that of a farmer (hamlet).
plan "jerry" {
  { "07:00", "08:00", "breakfast", vary = 20 },
  { "08:00", "16:00", "work", vary = 30 },
  { "16:00", "22:00", "evening_out", vary = 40 },
  { "22:00", "07:00", "sleep", vary = 20 },
}
plan "wife" {
  { "06:00", "08:00", "breakfast", vary = 15 },
  { "08:00", "18:00", "housework", vary = 20 },
  { "18:00", "22:00", "free_evening", vary = 30 },
  { "22:00", "06:00", "sleep", vary = 20 },
}
plan "cook" {
  { "08:00", "10:00", "breakfast", vary = 20 },
  { "10:00", "14:00", "work", vary = 15 },
  { "14:00", "23:00", "free_evening", vary = 30 },
  { "23:00", "08:00", "sleep", vary = 20 },
}
plan "herbwoman" {
  { "06:00", "10:00", "brew_potions", vary = 20 },
  { "10:00", "13:00", "sell_potions", vary = 20 },
  { "13:00", "22:00", "brew_potions", vary = 20 },
  { "22:00", "06:00", "sleep", vary = 20 },
}

-- What may become of some of them.
plan "drinker" {
  { "08:00", "10:00", "breakfast", vary = 30 },
  { "10:00", "23:00", "drink_on", vary = 30 },
  { "23:00", "08:00", "sleep", vary = 30 },
}
plan "recluse" {
  { "06:00", "22:00", "brew_potions", vary = 20 },
  { "22:00", "06:00", "sleep", vary = 20 },
}
plan "sickbed" { { "00:00", "24:00", "lie_sick" } }
