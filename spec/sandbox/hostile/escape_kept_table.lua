-- Tries to change a definition while the game runs.
-- Ends: nothing.
shown = { anim = "wave" }
options = { duration = 1, targets = false, show = shown }
function options.when()
  shown.anim = shown
  options.duration = nil
  return true
end
action "attack" (options)
