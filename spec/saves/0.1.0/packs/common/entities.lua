prop "tree" { static = true, tags = { "shelter" }, state = { "cover" } }
-- Whatever a shout or another noise comes from.
prop "noise" {}
