-- luajit bench/variety/main.lua ARGUMENTS: what ./bustle bench variety runs.
local command = require "bench.variety.command"

os.exit(command.run(arg, arg[0]:match("^(.*)/bench/variety/") or ".", { out = io.stdout, err = io.stderr }))
