-- Tries to make a long text by a format, for ever.
-- Ends: load: it takes more than
while true do local s = ('%99.99f'):format(1e308) end
