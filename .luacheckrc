-- The library runs on every Lua from 5.1 on, so nothing that one of them lacks may be named as a global.
std = "min"
max_line_length = 120
include_files = { "examples/lua", "lua/bustle", "bench/lua", "spec/binding", "spec/lua", "spec/rules", "spec/oracle", "spec/mutation",
  ".luacheckrc" }
files["spec/binding"] = { std = "min+busted" }
-- Messages are compared whole there, so lines are longer.
files["spec/lua"] = { std = "min+busted", max_line_length = 140 }
files["spec/rules"] = { std = "min+busted" }
-- Methods of the oracle stay methods, also those that need nothing of the world.
files["spec/oracle"] = { std = "min+busted", max_line_length = 150, self = false }
-- Pieces of C are not broken into lines.
files["spec/mutation"] = { max_line_length = 240 }
files[".luacheckrc"] = { std = "+luacheckrc" }
-- Nothing but declarations for editors.
files["lua/bustle/meta.lua"] = { max_line_length = false, unused = false }
