-- Warnings that are meant: of the core, of the check, of a shape. The last two find nothing to allow.
state "energy" { default = 6, min = 0, max = 10 }
action "leap" { duration = 1, when = "self.energy < 20", allow = "always-true" }
action "idle" { duration = 1 }
sequence "dance" (chain { "idle", allow = { "unused-sequence" } })
sequence "day" (chain { "leap", allow = "unused-sequence" })
npc "guest" { main = "day", allow = { "without-fallback", "whatever" }, state = { "energy" } }
