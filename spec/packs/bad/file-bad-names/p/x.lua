action (5) { duration = 1 }
action {} { duration = 1 }
state "two words" {}
constant "now" (5)
action "a.b" { duration = 1 }
action "" { duration = 1 }
