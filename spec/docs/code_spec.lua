-- The Lua in the documentation runs as it is printed. How its pieces are marked is told in page.lua.
local folder = require "spec.docs.folder"
local page = require "spec.docs.page"
local scenes = require "spec.docs.scenes"

local load_text = rawget(_G, "loadstring") or load

-- Runs a piece in a folder: as a spec if it is one, else as a program after the scene of its page.
local function run(path, where, piece)
  if piece.text:find("\ndescribe(", 1, true) then
    folder.write(path, "printed_spec.lua", piece.text)
    return folder.run(path, "busted printed_spec.lua")
  end
  local scene = scenes[where] or ""
  if type(scene) == "function" then scene = scene(piece.text) end
  folder.write(path, "printed.lua", scene .. piece.text)
  return folder.run(path, "lua printed.lua")
end

local function describe_piece(where, piece)
  local name = ("%s:%d"):format(where, piece.line)
  if piece.mark == "" and not piece.path then
    it("runs: " .. name, function()
      folder.within(function(path)
        local status, printed = run(path, where, piece)
        assert.equal(0, status, printed)
      end)
    end)
  elseif piece.mark ~= "pack" then
    it("is Lua: " .. name, function() assert(load_text(piece.text, "@" .. where)) end)
  end
end

local function describe_pack(where, pieces)
  it("is a pack that can be loaded: " .. where, function()
    folder.within(function(path)
      folder.write(path, "printed/pack.lua", 'return { name = "printed", version = "1.0.0" }\n')
      for i, piece in ipairs(pieces) do folder.write(path, ("printed/piece%02d.lua"):format(i), piece.text) end
      local status, printed = folder.run(path, "bustle check --strict printed")
      assert.equal(0, status, printed)
    end)
  end)
end

describe("the Lua of the documentation", function()
  local counts = {}
  for _, where in ipairs(page.all()) do
    local pack = {}
    for _, piece in ipairs(page.pieces(page.read(where), "lua")) do
      describe_piece(where, piece)
      counts[piece.mark] = (counts[piece.mark] or 0) + 1
      if piece.mark == "pack" then pack[#pack + 1] = piece end
    end
    if #pack > 0 then describe_pack(where, pack) end
  end

  it("is marked in no other way", function()
    for mark in pairs(counts) do assert.is_truthy(({ [""] = true, pack = true, fragment = true })[mark], mark) end
    assert.is_true(counts[""] > 20)
  end)
end)
