-- The library runs on every Lua from 5.1 on, so nothing that one of them lacks may be named as a global.
std = "min"
max_line_length = 120
-- What the files of packs are written in.
stds.pack = { read_globals = { "state", "env", "interruption", "constant", "action", "sequence", "prop", "npc", "place",
  "extend", "replace", "chain", "choice", "loop_until" } }
include_files = { "examples/lua", "lua/bustle", "bench/lua", "spec/binding", "spec/lua", "spec/packs",
  "spec/rules", ".luacheckrc" }
-- They are wrong on purpose.
exclude_files = { "spec/packs/bad" }
files["spec/binding"] = { std = "min+busted" }
-- Messages are compared whole there, so lines are longer.
files["spec/lua"] = { std = "min+busted", max_line_length = 140 }
files["spec/packs"] = { std = "min+busted", max_line_length = 200 }
files["spec/packs/found"] = { std = "min+pack" }
files["spec/rules"] = { std = "min+busted" }
files[".luacheckrc"] = { std = "+luacheckrc" }
-- Nothing but declarations for editors.
files["lua/bustle/meta.lua"] = { max_line_length = false, unused = false }
