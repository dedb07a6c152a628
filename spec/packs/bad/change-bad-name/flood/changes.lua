extend {} { tags = { "wet" } }
replace "" {}
