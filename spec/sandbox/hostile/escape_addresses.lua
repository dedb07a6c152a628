-- Tries to learn where things lie in memory.
-- Ends: nothing.
for _, value in ipairs { {}, next, function() end, state } do
  if tostring(value):find("0x") or ("%s"):format(value):find("%d") then escaped("an address") end
end
