-- Tries to divide by nothing in every way.
-- Ends: load: hostile.lua
local least = -9223372036854775807 - 1
local _ = { 1 / 0, 0 / 0, -1 % (1 / 0), least / -1, 2 ^ 1024, math.fmod(1, 1 / 0), math.huge - math.huge }
local t = {}
t[0 / 0] = 1
