#!/usr/bin/env lua
-- The command `bustle`; see `bustle.tool`.
-- In the order in which it is written, wherever the two go.
io.stdout:setvbuf "line"
local status = require("bustle.tool").main(arg, { out = io.stdout, err = io.stderr })
io.stdout:flush()
os.exit(status)
