function love.conf(t)
  t.window.title = "bustle: the pictures of market-love"
  t.window.width, t.window.height = 320, 200
  t.modules.audio, t.modules.sound, t.modules.joystick = false, false, false
end
