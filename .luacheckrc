-- The library runs on every Lua from 5.1 on, so nothing that one of them lacks may be named as a global.
std = "min"
max_line_length = 120
include_files = { "examples/lua", "lua/bustle", "bench/lua", "spec/binding", "spec/lua", "spec/rules", "spec/sandbox",
  ".luacheckrc" }
-- Written to do harm, and checked by being run.
exclude_files = { "spec/sandbox/hostile" }
files["spec/binding"] = { std = "min+busted" }
-- Messages are compared whole there, so lines are longer.
files["spec/lua"] = { std = "min+busted", max_line_length = 140 }
files["spec/rules"] = { std = "min+busted" }
files["spec/sandbox"] = { std = "min+busted" }
files[".luacheckrc"] = { std = "+luacheckrc" }
-- Nothing but declarations for editors.
files["lua/bustle/meta.lua"] = { max_line_length = false, unused = false }
