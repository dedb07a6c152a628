-- Tries to write to the terminal of whoever reads the messages.
-- Ends: content: control character
action '\27[2J\7cleared\0' { duration = 1 }
