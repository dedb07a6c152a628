-- Tries to get at the host's functions by comparing methods with the library.
-- Ends: nothing.
-- The same functions, from a table that nobody can name.
if ("").rep ~= string.rep then escaped("another rep") end
string.rep = function() return "mine" end
if ("x"):rep(2) ~= "xx" then escaped("the methods of strings") end
