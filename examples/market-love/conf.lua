function love.conf(t)
  t.identity = "bustle-market"
  t.window.title = "bustle: a market"
  t.window.width, t.window.height = 1280, 720
  t.window.msaa = 4
  t.modules.audio, t.modules.sound, t.modules.physics, t.modules.joystick = false, false, false, false
end
