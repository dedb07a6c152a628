-- The library runs on every Lua from 5.1 on, so nothing that one of them lacks may be named as a global.
std = "min"
max_line_length = 120
stds.pack = { read_globals = { "state", "env", "link", "interruption", "constant", "action", "sequence", "prop", "npc",
  "role", "scene", "inbox", "plan", "place", "extend", "replace", "chain", "choice", "loop_until" } }
include_files = { "behaviours/**/*.lua", "bench/**/*.lua", "docs/**/*.lua",
  "examples/**/*.lua", "lua/**/*.lua", "rocks/*.lua", "spec/**/*.lua", ".luacheckrc" }
-- They are wrong, or do harm, on purpose.
exclude_files = { "spec/packs/bad", "spec/sandbox/hostile" }
-- Messages are compared whole in specs, so lines are longer.
files["spec"] = { std = "min+busted", max_line_length = 150 }
-- Methods of the oracle stay methods, also those that need nothing of the world.
files["spec/oracle"] = { self = false }
-- What is told of JSON files and what the tools write is compared line by line. Packs are written in words that they
-- are offered.
files["spec/json"] = { max_line_length = false }
files["spec/tools"] = { max_line_length = false }
for _, folder in ipairs { "compile", "findings", "pictures", "worlds" } do
  files["spec/tools/" .. folder] = { std = "min+pack" }
end
files["spec/packs"] = { max_line_length = 200 }
files["spec/packs/found"] = { std = "min+pack" }
files["spec/saves/0.1.0/packs"] = { std = "min+pack" }
-- Games for LÖVE, and what is drawn in them.
for _, path in ipairs { "examples/market-love", "examples/minimal-love", "examples/village-love", "examples/love",
  "spec/love", "lua/bustle/inspector*" } do
  files[path] = { std = "min+love" }
end
-- What plays games for LÖVE in a page, which has Lua 5.4.
files["examples/playground"] = { std = "lua54", globals = { "love" } }
files["examples/playground/park"] = { std = "min+love" }
files["examples/playground/park/park"] = { std = "min+pack" }
-- The game that bustle new --love writes.
files["lua/bustle/tool/starter"] = { std = "luajit+love" }
files["lua/bustle/tool/starter/square"] = { std = "min+pack", max_line_length = 140 }
files["lua/bustle/tool/starter/square/spec"] = { std = "min+busted" }
files["spec/love/driver.lua"] = { std = "min", globals = { "love" } }
files["behaviours"] = { std = "min+pack", max_line_length = 140 }
files["examples/embed/well"] = { std = "min+pack" }
files["examples/mods"] = { std = "min+pack" }
files["behaviours/*/spec"] = { std = "min+busted" }
-- Pieces of C are not broken into lines.
files["spec/mutation"] = { max_line_length = 240 }
files[".luacheckrc"] = { std = "+luacheckrc" }
-- Nothing but declarations for editors.
files["lua/bustle/meta.lua"] = { max_line_length = false, unused = false }
files["lua/bustle/*/meta.lua"] = { max_line_length = false, unused = false, allow_defined_top = true,
  ignore = { "131" } }
