-- What is done at which time of the day. Entries may begin a little earlier or later: every day, and for everybody,
-- differently. A plan need not say how one comes from one thing to the next; sequences.lua does.

plan "farmer" {
  { "06:00", "07:00", "breakfast", vary = 15 },
  { "07:00", "17:00", "work", vary = 20, skip = 30 }, -- not for less than half an hour
  { "17:00", "22:00", "free_evening", vary = 40, skip = 30 },
  { "22:00", "06:00", "sleep", vary = 20 },
}
plan "miller" {
  { "05:00", "06:00", "breakfast", vary = 10 },
  { "06:00", "12:00", "work", vary = 10 },
  { "12:00", "13:00", "breakfast", vary = 15 }, -- comes home to eat
  { "13:00", "18:00", "work", vary = 10, skip = 30 },
  { "18:00", "21:00", "free_evening", vary = 40, skip = 30 },
  { "21:00", "05:00", "sleep", vary = 20 },
}
plan "innkeeper" {
  { "08:00", "09:00", "breakfast", vary = 20 },
  { "09:00", "15:00", "housework", vary = 20 },
  { "15:00", "23:00", "work", vary = 15 },
  { "23:00", "08:00", "sleep", vary = 20 },
}
-- A farmer's when it rains.
plan "rainy_day" {
  { "06:00", "08:00", "breakfast", vary = 15 },
  { "08:00", "21:00", "housework", vary = 20 },
  { "21:00", "06:00", "sleep", vary = 20 },
}
