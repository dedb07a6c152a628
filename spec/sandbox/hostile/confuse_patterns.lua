-- Tries to match patterns that are broken.
-- Ends: load: malformed pattern
local _ = ("x"):find("[]]"), ("x"):find("[^]]"), ("x"):find("%f[%w]")
local _ = ("x"):find("[a")
