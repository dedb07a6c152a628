-- What is done at which time of the day. Entries may begin a little earlier or later: every day, and for everybody,
-- differently. Each names a sequence that goes where it belongs and then round and round there: the plan ends it.

plan "farmer" {
  { "05:30", "06:30", "breakfast", vary = 15 },
  { "06:30", "12:00", "work", vary = 20, skip = 30 },
  { "12:00", "13:00", "eat_outside", vary = 15 },
  { "13:00", "17:30", "work", vary = 15, skip = 30 },
  { "17:30", "22:30", "free_evening", vary = 30, skip = 30 },
  { "22:30", "05:30", "sleep", vary = 20 },
}
plan "labourer" {
  { "06:00", "07:00", "breakfast", vary = 15 },
  { "07:00", "17:00", "work", vary = 20, skip = 30 },
  { "17:00", "23:00", "free_evening", vary = 30, skip = 30 },
  { "23:00", "06:00", "sleep", vary = 20 },
}
plan "craftsman" {
  { "04:30", "05:00", "breakfast", vary = 5 },
  { "05:00", "12:00", "work", vary = 10 },
  { "12:00", "13:00", "breakfast", vary = 10 }, -- comes home to eat
  { "13:00", "17:00", "work", vary = 20, skip = 30 },
  { "17:00", "21:30", "free_evening", vary = 30 },
  { "21:30", "04:30", "sleep", vary = 15 },
}
plan "wife" {
  { "06:00", "07:30", "breakfast", vary = 15 },
  { "07:30", "11:30", "housework", vary = 20 },
  { "11:30", "13:00", "breakfast", vary = 15 },
  { "13:00", "17:30", "errands", vary = 30 },
  { "17:30", "21:30", "free_evening", vary = 40, skip = 30 },
  { "21:30", "06:00", "sleep", vary = 20 },
}
plan "elder" {
  { "07:00", "09:00", "breakfast", vary = 20 },
  { "09:00", "17:00", "errands", vary = 40 },
  { "17:00", "21:00", "free_evening", vary = 30, skip = 30 },
  { "21:00", "07:00", "sleep", vary = 20 },
}
plan "child" {
  { "07:00", "08:30", "breakfast", vary = 15 },
  { "08:30", "12:00", "play", vary = 20 },
  { "12:00", "13:00", "breakfast", vary = 10 },
  { "13:00", "18:30", "play", vary = 20 },
  { "18:30", "20:00", "stay_in", vary = 20 },
  { "20:00", "07:00", "sleep", vary = 20 },
}
plan "innkeeper" {
  { "08:00", "10:00", "breakfast", vary = 20 },
  { "10:00", "15:00", "housework", vary = 20 },
  { "15:00", "24:00", "work", vary = 15 },
  { "00:00", "08:00", "sleep", vary = 10 },
}
plan "server" {
  { "09:00", "10:30", "breakfast", vary = 20 },
  { "10:30", "17:00", "errands", vary = 20 },
  { "17:00", "24:00", "work", vary = 10 },
  { "00:00", "09:00", "sleep", vary = 10 },
}
plan "guard" {
  { "06:00", "07:00", "breakfast", vary = 15 },
  { "07:00", "22:00", "work", vary = 15 },
  { "22:00", "06:00", "sleep", vary = 30 },
}
plan "soldier" {
  { "08:00", "09:00", "breakfast", vary = 15 },
  { "09:00", "17:00", "work", vary = 30 },
  { "17:00", "24:00", "free_evening", vary = 30 },
  { "00:00", "08:00", "sleep", vary = 30 },
}
plan "priest" {
  { "05:00", "06:00", "breakfast", vary = 5 },
  { "06:00", "19:00", "work", vary = 10 },
  { "19:00", "21:00", "stay_in", vary = 20 },
  { "21:00", "05:00", "sleep", vary = 10 },
}
plan "beggar" {
  { "08:00", "19:00", "beg", vary = 30 },
  { "19:00", "08:00", "sleep_rough", vary = 30 },
}
plan "rich_man" {
  { "08:00", "10:00", "breakfast", vary = 20 },
  { "10:00", "17:00", "take_the_air", vary = 30 },
  { "17:00", "22:00", "free_evening", vary = 30, skip = 30 },
  { "22:00", "08:00", "sleep", vary = 20 },
}

-- ---- Other days ----

plan "feast_day" { -- and Sundays
  { "06:30", "08:30", "breakfast", vary = 15 },
  { "08:30", "11:00", "go_to_church", vary = 10 },
  { "11:00", "13:00", "breakfast", vary = 15 },
  { "13:00", "17:30", "errands", vary = 20 },
  { "17:30", "22:30", "free_evening", vary = 30, skip = 30 },
  { "22:30", "06:30", "sleep", vary = 20 },
}
plan "rainy_day" {
  { "06:00", "08:00", "breakfast", vary = 15 },
  { "08:00", "18:00", "housework", vary = 20 },
  { "18:00", "22:00", "free_evening", vary = 30, skip = 30 },
  { "22:00", "06:00", "sleep", vary = 20 },
}
plan "child_indoors" {
  { "07:00", "20:00", "stay_in", vary = 20 },
  { "20:00", "07:00", "sleep", vary = 20 },
}
