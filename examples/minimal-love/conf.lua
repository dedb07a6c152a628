function love.conf(t)
  t.window.title = "bustle: the shortest game"
  t.window.width, t.window.height = 1280, 720
  t.modules.audio, t.modules.sound, t.modules.joystick = false, false, false
end
