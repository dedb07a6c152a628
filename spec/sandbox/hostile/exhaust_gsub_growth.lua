-- Tries to replace each letter of a text by the text, over and over.
-- Ends: load: it takes more than
local s = "xx"
while true do s = s:gsub(".", s) end
