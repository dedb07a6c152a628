#!/usr/bin/env lua
-- The command `bustle`; see `bustle.tool`.
local status = require("bustle.tool").main(arg, { out = io.stdout, err = io.stderr })
io.stdout:flush()
os.exit(status)
