--- `bustle compile`: packs as one file of bytes, which the C library loads without Lua.
local core = require "bustle.core"
local files = require "bustle.tool.files"
local load = require "bustle.tool.load"

local compile = {
  name = "compile", arguments = "PACK...", least = 1, missing = "a pack",
  summary = "write packs as one file that the C library loads",
  about = [[Writes packs, with those that they depend on, into one file with a version and a checksum. A C program
adds the file to a builder with bustle_builder_load, and needs no Lua. PACK is the folder of a pack.

The file has no functions. The command lists the names of those that the packs have, and the C program
binds a function of its own to each name with bustle_builder_bind. A name is the action and the part that
has the function (market.buy.when), the sequence, node and transition (market.day.stall.2), the scene, its
part and what of that (market.deal.buyer.when), or who offers, the offer and what of that
(pub.chair.sit.when).

Exit status: 0 written, 1 the packs have errors or cannot be written, 2 wrong usage.]],
  options = { { "o", "the file to write", value = "FILE" } },
}

local function fail(streams, message, status)
  streams.err:write(("bustle compile: %s\n"):format(message))
  return status or 1
end

-- ---- Names of functions ----

local PARTS = { "when", "start", "finish", "interrupted" }

-- Names the functions of a list of operations by the place of the first that calls them.
local function name_calls(ops, place, names)
  local count = 0
  for _, op in ipairs(ops or {}) do
    if op.kind == "call" then
      count = count + 1
      if not names[op.value] then
        local name = count == 1 and place or ("%s.%d"):format(place, count)
        names[op.value] = name
        names.list[#names.list + 1] = { name = name, where = op.name }
      end
      op.value_name = names[op.value]
    end
  end
end

local function name_parts(made, parts, names)
  for _, part in ipairs(parts) do name_calls(made[part], ("%s.%s"):format(made.name, part), names) end
end

local function name_sequence(sequence, names)
  for _, node in ipairs(sequence.nodes) do
    local place = ("%s.%s"):format(sequence.name, node.name)
    name_calls(node.when, place .. (node.kind == "wait" and ".wait" or ".when"), names)
    name_calls(node.holds_while, place .. ".only_while", names)
    for i, transition in ipairs(node.transitions or {}) do
      name_calls(transition.when, ("%s.%d"):format(place, i), names)
    end
  end
end

local function name_scene(scene, names)
  for _, part in ipairs(scene.parts) do
    for _, place in ipairs { "when", "finish", "broken" } do
      name_calls(part[place], ("%s.%s.%s"):format(scene.name, part.name, place), names)
    end
  end
end

-- Conditions and effects of offers, by what packs call them.
local OFFERED = { { "when", "when" }, { "only_while", "holds_while" }, { "adopt", "adopt" }, { "drop", "drop" } }

-- What roles and entities both have.
local function name_conduct(made, names)
  name_parts(made, { "enter", "exit" }, names)
  for _, cue in ipairs(made.cues or {}) do
    name_calls(cue.when, ("%s.%s.when"):format(made.name, cue.name), names)
  end
  for _, offer in ipairs(made.offers or {}) do
    for _, part in ipairs(OFFERED) do
      name_calls(offer[part[2]], ("%s.%s.%s"):format(made.name, offer.name, part[1]), names)
    end
  end
end

-- By number, and in `list` in the order of the places.
local function name_functions(tables)
  local names = { list = {} }
  for _, action in ipairs(tables.actions) do name_parts(action, PARTS, names) end
  for _, sequence in ipairs(tables.sequences) do name_sequence(sequence, names) end
  for _, scene in ipairs(tables.scenes) do name_scene(scene, names) end
  for _, role in ipairs(tables.roles) do name_conduct(role, names) end
  for _, entity in ipairs(tables.entities) do
    name_conduct(entity, names)
    for _, listed in ipairs(entity.roles or {}) do
      name_calls(listed.when, ("%s.%s.when"):format(entity.name, listed.role), names)
    end
  end
  return names.list
end

local function tell_functions(list, streams)
  if #list == 0 then return end
  streams.out:write("functions that the program gives with bustle_builder_bind:\n")
  for _, each in ipairs(list) do streams.out:write(("  %s  (%s)\n"):format(each.name, each.where)) end
end

--- Runs the command.
function compile.run(given, streams)
  if not given.o then return fail(streams, "say what to write: -o FILE; bustle compile --help says more", 2) end
  local paths = {}
  for i, path in ipairs(given) do paths[i] = path end
  local compiled = load.compile(paths, streams, compile.name)
  if not compiled then return 1 end
  local functions, names = name_functions(compiled.tables), {}
  for i, each in ipairs(functions) do names[i] = each.name end
  local bytes = core.compile(compiled.tables, names)
  local ok, message = files.write(given.o, bytes)
  if not ok then return fail(streams, message) end
  streams.out:write(("%s: %d actions, %d sequences, %d entities, %d places, %d bytes\n"):format(given.o,
    #compiled.tables.actions, #compiled.tables.sequences, #compiled.tables.entities, #compiled.tables.places, #bytes))
  tell_functions(functions, streams)
  return 0
end

return compile
