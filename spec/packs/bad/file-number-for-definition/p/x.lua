action "nap" (5)
constant "nearby" {}
