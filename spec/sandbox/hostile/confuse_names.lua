-- Tries to name things by values that are no names.
-- Ends: content: its name
state {} { default = 1 }
state (5) { default = 1 }
state (nil) { default = 1 }
state (true) { default = 1 }
state (next) { default = 1 }
