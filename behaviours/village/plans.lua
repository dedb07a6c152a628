-- What is done at which time of the day. Entries may begin a little earlier or later: every day, and for everybody,
-- differently. Each names a sequence that goes where it belongs and then round and round there: the plan ends it, between
-- two nodes. Only sleepers are woken in the middle of that (`change`): by what comes first, and by what comes second,
-- which may begin before they have stirred.

plan "farmer" {
  { "05:30", "06:30", "breakfast", vary = 15, change = "action" },
  { "06:30", "12:00", "work", vary = 20, skip = 30, change = "action" },
  { "12:00", "13:00", "eat_in_the_field", vary = 15 },
  { "13:00", "17:00", "work", vary = 15, skip = 30 },
  { "17:00", "18:15", "supper", vary = 10 },
  { "18:15", "22:30", "free_evening", vary = 20, skip = 30 },
  { "22:30", "05:30", "sleep", vary = 20 },
}
plan "labourer" {
  { "06:00", "07:00", "breakfast", vary = 15, change = "action" },
  { "07:00", "17:00", "work", vary = 20, skip = 30, change = "action" },
  { "17:00", "23:00", "free_evening", vary = 30, skip = 30 },
  { "23:00", "06:00", "sleep", vary = 20 },
}
plan "craftsman" {
  { "05:00", "06:00", "breakfast", vary = 10, change = "action" },
  { "06:00", "12:00", "work", vary = 10, change = "action" },
  { "12:00", "13:00", "breakfast", vary = 10 }, -- comes home to eat
  { "13:00", "17:00", "work", vary = 20, skip = 30 },
  { "17:00", "18:00", "supper", vary = 10 },
  { "18:00", "22:00", "free_evening", vary = 20 },
  { "22:00", "05:00", "sleep", vary = 15 },
}
plan "shopkeeper" {
  { "04:00", "04:30", "breakfast", vary = 5, change = "action" },
  { "04:30", "17:45", "keep_shop", vary = 10, change = "action" },
  { "17:45", "18:30", "supper", vary = 10 },
  { "18:30", "21:30", "free_evening", vary = 10 },
  { "21:30", "04:00", "sleep", vary = 15 },
}
plan "wife" {
  { "06:00", "07:30", "breakfast", vary = 15, change = "action" },
  { "07:30", "11:30", "housework", vary = 20, change = "action" },
  { "11:30", "13:00", "breakfast", vary = 15 },
  { "13:00", "16:45", "errands", vary = 20 },
  { "16:45", "18:15", "supper", vary = 10 },
  { "18:15", "21:30", "free_evening", vary = 20, skip = 30 },
  { "21:30", "06:00", "sleep", vary = 20 },
}
plan "elder" {
  { "07:00", "09:00", "breakfast", vary = 20, change = "action" },
  { "09:00", "16:45", "errands", vary = 20, change = "action" },
  { "16:45", "18:00", "supper", vary = 10 },
  { "18:00", "21:30", "free_evening", vary = 30, skip = 30 },
  { "21:30", "07:00", "sleep", vary = 20 },
}
plan "child" {
  { "07:00", "08:30", "breakfast", vary = 15, change = "action" },
  { "08:30", "12:00", "play", vary = 20, change = "action" },
  { "12:00", "13:00", "breakfast", vary = 10 },
  { "13:00", "17:00", "play", vary = 20 },
  { "17:00", "20:00", "supper", vary = 10 },
  { "20:00", "07:00", "sleep", vary = 20 },
}
plan "innkeeper" {
  { "08:00", "10:00", "breakfast", vary = 20, change = "action" },
  { "10:00", "15:00", "housework", vary = 20, change = "action" },
  { "15:00", "24:00", "work", vary = 15 },
  { "00:00", "08:00", "sleep", vary = 10 },
}
plan "server" {
  { "09:00", "10:30", "breakfast", vary = 20, change = "action" },
  { "10:30", "16:30", "errands", vary = 20, change = "action" },
  { "16:30", "24:00", "work", vary = 10 },
  { "00:00", "09:00", "sleep", vary = 10 },
}
plan "soldier" {
  { "08:00", "09:00", "breakfast", vary = 15, change = "action" },
  { "09:00", "17:00", "work", vary = 30, change = "action" },
  { "17:00", "24:00", "free_evening", vary = 30 },
  { "00:00", "08:00", "sleep", vary = 30 },
}
plan "priest" {
  { "05:00", "06:00", "breakfast", vary = 5, change = "action" },
  { "06:00", "18:00", "work", vary = 10, change = "action" },
  { "18:00", "21:00", "supper", vary = 20 },
  { "21:00", "05:00", "sleep", vary = 10 },
}
plan "beggar" {
  { "08:00", "19:00", "beg", vary = 30, change = "action" },
  { "19:00", "08:00", "sleep_rough", vary = 30 },
}
plan "rich_man" {
  { "08:00", "10:00", "breakfast", vary = 20, change = "action" },
  { "10:00", "17:00", "take_the_air", vary = 30, change = "action" },
  { "17:00", "18:15", "supper", vary = 10 },
  { "18:15", "22:30", "free_evening", vary = 30, skip = 30 },
  { "22:30", "08:00", "sleep", vary = 20 },
}

-- ---- The watch: somebody is always on it ----

plan "day_watch" {
  { "05:00", "06:00", "breakfast", vary = 10, change = "action" },
  { "06:00", "17:00", "keep_watch", vary = 10, change = "action" },
  { "17:00", "21:00", "stay_in", vary = 20 },
  { "21:00", "05:00", "sleep", vary = 20 },
}
plan "evening_watch" {
  { "11:00", "12:30", "breakfast", vary = 20, change = "action" },
  { "12:30", "01:00", "keep_watch", vary = 20, change = "action" },
  { "01:00", "11:00", "sleep", vary = 20 },
}
plan "night_watch" {
  { "17:00", "18:30", "breakfast", vary = 20, change = "action" },
  { "18:30", "07:00", "keep_watch", vary = 20, change = "action" },
  { "07:00", "17:00", "sleep", vary = 20 },
}

-- ---- Other days ----

plan "feast_day" { -- and Sundays
  { "06:30", "08:30", "breakfast", vary = 15, change = "action" },
  { "08:30", "11:00", "go_to_church", vary = 10, change = "action" },
  { "11:00", "13:00", "breakfast", vary = 15 },
  { "13:00", "16:45", "feast_on_the_green", vary = 20 },
  { "16:45", "18:00", "supper", vary = 10 },
  { "18:00", "22:30", "free_evening", vary = 20, skip = 30 },
  { "22:30", "06:30", "sleep", vary = 20 },
}
plan "rainy_day" {
  { "06:00", "08:00", "breakfast", vary = 15, change = "action" },
  { "08:00", "16:45", "housework", vary = 20, change = "action" },
  { "16:45", "18:00", "supper", vary = 10 },
  { "18:00", "22:00", "free_evening", vary = 20, skip = 30 },
  { "22:00", "06:00", "sleep", vary = 20 },
}
plan "child_indoors" {
  { "07:00", "08:30", "breakfast", vary = 15, change = "action" },
  { "08:30", "17:00", "stay_in", vary = 20, change = "action" },
  { "17:00", "20:00", "supper", vary = 20 },
  { "20:00", "07:00", "sleep", vary = 20 },
}
plan "tavern" {
  { "18:00", "24:00", "keep_open_house" },
  { "00:00", "18:00", "keep_shut" },
}
