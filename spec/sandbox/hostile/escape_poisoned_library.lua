-- Tries to poison the library for everybody by changing its own.
-- Ends: nothing.
for _, library in ipairs { string, table, math } do
  for name in pairs(library) do library[name] = function() return "stolen" end end
end
string.rep, table.sort, math.floor, next, type, tostring = nil, nil, nil, nil, nil, nil
stolen = true
secret = 0
