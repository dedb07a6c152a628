function love.conf(t)
  t.identity = "NAME"
  t.window.title = "NAME"
  t.window.width, t.window.height = 1280, 720
  t.window.msaa = 4
  t.modules.audio, t.modules.sound, t.modules.physics, t.modules.joystick = false, false, false, false
end
