local m = { name = "p" }
m.depends = { m }
return m
