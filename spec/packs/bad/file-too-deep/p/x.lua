local show = {}
for _ = 1, 40 do show = { show } end
action "nap" { duration = 1, show = show }
