action "x" {}
return { name = "p" }
