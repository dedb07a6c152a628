function love.conf(t)
  t.identity = "bustle-village"
  t.window.title = "bustle: a village"
  t.window.width, t.window.height = 1280, 720
  t.window.resizable = true
  t.modules.audio, t.modules.sound, t.modules.physics, t.modules.joystick = false, false, false, false
end
