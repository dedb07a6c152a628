-- Tries to raise an error through an assertion without a text.
-- Ends: load: hostile.lua
assert(false, {})
