-- Tries to change a table inside of what the game exposes.
-- Ends: call: what the game exposes cannot be changed
action "attack" { duration = 1, targets = false, when = function(npc, target, env, game)
  local audio = game.settings.audio
  if audio.volume ~= 8 then game.escaped("another volume") end
  audio.volume = 0
end }
