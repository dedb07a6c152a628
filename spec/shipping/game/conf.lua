-- Nothing is heard, so that no machine needs a sound card.
function _G.love.conf(t)
  t.modules.audio, t.modules.sound = false, false
end
