-- The clock of a world: S73. world.clock is { day= its length in ms, ahead= how far it is ahead of the world's time }, or nil.

return function(World)
  local MINUTES, USUAL_DAY, SIX = 1440, 1440000, 360

  -- What a minute of the day is, in ms after midnight.
  function World:minute(m) return math.floor(m * self.clock.day / MINUTES) end

  function World:start_clock()
    local day, start = self.options.day_ms, self.options.day_start_ms
    if day == 0 then
      if not next(self.content.plans) then return end
      day, start = USUAL_DAY, -1
    end
    self.clock = { day = day, ahead = start }
    if start < 0 then self.clock.ahead = self:minute(SIX) end
  end

  -- Since the midnight of day 0.
  function World:clock_time() return self.now + self.clock.ahead end

  function World:clock_day() return math.floor(self:clock_time() / self.clock.day) end

  -- The last minute that has begun.
  function World:minute_of_day()
    local time = self:clock_time() % self.clock.day
    local m = math.max(0, math.floor(time * MINUTES / self.clock.day) - 1)
    while self:minute(m + 1) <= time do m = m + 1 end
    return m
  end

  -- What the clock says of an environment value; nil: it has nothing to say.
  function World:clock_answer(name)
    if not self.clock then return nil end
    if name == "common.hour" then return math.floor(self:minute_of_day() / 60) end
    if name == "common.minute" then return self:minute_of_day() % 60 end
    if name == "common.day" then return math.min(self:clock_day(), 2 ^ 31 - 1) end
    if name == "common.weekday" then return self:clock_day() % 7 end
    return nil
  end

  -- By the game. day: nil is the same day; time: ms since midnight.
  function World:set_time(day, time)
    self:guard()
    if not self.clock then return nil, "no clock" end
    if time < 0 or time >= self.clock.day then return nil, "bad argument" end
    if not day or day < 0 then day = self:clock_day() end
    self.clock.ahead = day * self.clock.day + time - self.now
    for _, name in ipairs { "common.hour", "common.minute", "common.day", "common.weekday" } do
      if self.env[name] then self.env[name].asked_at = nil end
    end
    for _, npc in ipairs(self.entities) do npc.look_afresh = npc.def.npc and true or nil end
    return true
  end
end
