action "nap" { duration = 1 }
action "sit" { duration = 1
action "go" {}
