extend "visitor" { cues = { glance = { priority = 3 } } }
extend "role guard" { cues = { ["market.watch"] = { every = 2 } }, remove = { cues = { "wach" } } }
