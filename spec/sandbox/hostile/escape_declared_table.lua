-- Tries to change a definition after it has been taken.
-- Ends: nothing.
local options = { default = 1 }
local definition = { duration = 1, targets = false, show = { anim = "wave" } }
state "calm" (options)
action "attack" (definition)
options.default = "not a number"
definition.duration = {}
definition.show.anim = definition
