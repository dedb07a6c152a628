-- Tries to find the host's values among the arguments of the file.
-- Ends: nothing.
if select("#", ...) > 0 then escaped("arguments") end
