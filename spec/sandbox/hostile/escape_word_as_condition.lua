-- Tries to let the game call a declaring word as a condition.
-- Ends: call: content can only be declared while the pack is loaded
action "attack" { duration = 1, targets = false, when = state }
