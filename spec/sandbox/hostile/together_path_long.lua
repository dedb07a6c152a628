-- Tries to follow a path of a hundred steps.
-- Ends: content: a path has 16 steps at the most
link "friend" {}
action "attack" { duration = 1, targets = false, when = "any(" .. ("friend+ of "):rep(100) .. "self)" }
