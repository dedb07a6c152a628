-- Tries to finish half of a declaring word twice.
-- Ends: content: there is another state of this name
local again = state "twice"
again { default = 1 }
again { default = 2 }
