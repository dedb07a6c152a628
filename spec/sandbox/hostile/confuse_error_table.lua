-- Tries to raise an error that is no text.
-- Ends: load: hostile.lua: (the error is a table)
error { 'not a text' }
