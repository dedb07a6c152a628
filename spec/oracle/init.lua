-- The oracle: a plain, slow, obviously right implementation of docs/rules.md, written from that page alone. The core
-- must agree with it on every event. `oracle.new(content, options)` gives a world; the calls are in world.lua and control.lua.

return { new = require("spec.oracle.world").new, u32 = require "spec.oracle.u32", content = require "spec.oracle.content" }
