-- The others have those of farmers, wives and labourers (village).
plan "herbwoman" {
  { "06:00", "10:00", "brew_potions", vary = 20, change = "action" },
  { "10:00", "13:00", "sell_potions", vary = 20 },
  { "13:00", "22:00", "brew_potions", vary = 20 },
  { "22:00", "06:00", "sleep", vary = 20 },
}

-- What may become of some of them.
plan "drinker" {
  { "08:00", "10:00", "breakfast", vary = 30, change = "action" },
  { "10:00", "17:45", "drink_on", vary = 30 },
  { "17:45", "23:00", "free_evening", vary = 15 },
  { "23:00", "08:00", "sleep", vary = 30 },
}
plan "recluse" {
  { "06:00", "22:00", "brew_potions", vary = 20, change = "action" },
  { "22:00", "06:00", "sleep", vary = 20 },
}
plan "sickbed" { { "00:00", "24:00", "lie_sick" } }
