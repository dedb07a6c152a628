action "kneel" { duration = 5 }
sequence "church" (chain { "kneel" })
extend "plan indoors" { { "11:00", "12:00", "church", priority = 1 } }
