--- `bustle compile`: packs as one file of bytes, which the C library loads without Lua.
local core = require "bustle.core"
local files = require "bustle.tool.files"
local load = require "bustle.tool.load"
local problems = require "bustle.problems"

local compile = {
  name = "compile", arguments = "PACK...", least = 1, missing = "a pack",
  summary = "write packs as one file that the C library loads",
  about = [[Writes packs, with those that they depend on, into one file of bytes with a version and a checksum. A
C program adds it to a builder with bustle_builder_load; no Lua is needed there. PACK is the folder
of a pack. Functions cannot be written: a pack that has some is refused.

Exit status: 0 written, 1 the packs have errors or functions, or cannot be written, 2 wrong usage.]],
  options = { { "o", "the file to write", value = "FILE" } },
}

local function fail(streams, message, status)
  streams.err:write(("bustle compile: %s\n"):format(message))
  return status or 1
end

-- Everything that has functions, each thing once.
local function tell_functions(compiled, streams)
  fail(streams, "functions cannot be compiled:")
  local told = {}
  for _, entry in ipairs(compiled.functions) do
    if not told[entry.thing] then
      told[entry.thing] = true
      local thing = compiled:thing(entry.kind, entry.thing)
      streams.err:write(problems.format { severity = "error", code = "has-function", word = thing.word,
        name = thing.name, thing = entry.thing, origin = thing.origin, text = "it has a function",
        cure = "write it as an expression, or load the pack with Lua" }, "\n")
    end
  end
  return 1
end

--- Runs the command.
function compile.run(given, streams)
  if not given.o then return fail(streams, "say what to write: -o FILE; bustle compile --help says more", 2) end
  local paths = {}
  for i, path in ipairs(given) do paths[i] = path end
  local compiled = load.compile(paths, streams, compile.name)
  if not compiled then return 1 end
  if #compiled.functions > 0 then return tell_functions(compiled, streams) end
  local bytes = core.compile(compiled.tables)
  local ok, message = files.write(given.o, bytes)
  if not ok then return fail(streams, message) end
  streams.out:write(("%s: %d actions, %d sequences, %d entities, %d places, %d bytes\n"):format(given.o,
    #compiled.tables.actions, #compiled.tables.sequences, #compiled.tables.entities, #compiled.tables.places, #bytes))
  return 0
end

return compile
