-- The library runs on every Lua from 5.1 on, so nothing that one of them lacks may be named as a global.
std = "min"
max_line_length = 120
include_files = { "lua/bustle", "spec/lua", ".luacheckrc" }
files["spec/lua"] = { std = "min+busted" }
files[".luacheckrc"] = { std = "+luacheckrc" }
