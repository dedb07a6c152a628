--- Which system and processor a file of machine code is for, seen from its first bytes; and which Lua a build of
-- `bustle.core` is for, seen from the text in it that says so (`build` of the module).
local native = require "bustle.love.native"

local binary = {}

-- ---- Numbers in the file ----

local function little(bytes, at, count)
  local value = 0
  for i = count - 1, 0, -1 do value = value * 256 + (bytes:byte(at + i + 1) or 0) end
  return value
end

local function big(bytes, at, count)
  local value = 0
  for i = 0, count - 1 do value = value * 256 + (bytes:byte(at + i + 1) or 0) end
  return value
end

-- ---- The formats ----

local ELF = { [3] = "x86", [40] = "arm", [62] = "x64", [183] = "arm64" }
local PE = { [0x14c] = "x86", [0x8664] = "x64", [0xaa64] = "arm64" }
local MACH = { [0x1000007] = "x64", [0x100000c] = "arm64" }

local function elf(bytes)
  return "linux", { ELF[little(bytes, 18, 2)] }
end

local function pe(bytes)
  local header = little(bytes, 0x3c, 4)
  if bytes:sub(header + 1, header + 4) ~= "PE\0\0" then return nil end
  return "windows", { PE[little(bytes, header + 4, 2)] }
end

local function mach(bytes)
  return "macos", { MACH[little(bytes, 4, 4)] }
end

-- One file for several processors.
local function universal(bytes)
  local processors = {}
  for i = 0, math.min(big(bytes, 4, 4), 8) - 1 do
    processors[#processors + 1] = MACH[big(bytes, 8 + 20 * i, 4)]
  end
  return "macos", processors
end

local FORMATS = { { "\127ELF", elf }, { "MZ", pe }, { "\207\250\237\254", mach }, { "\202\254\186\190", universal } }

--- The names that a module gets in a game: one for each platform it is for.
-- @tparam string bytes
-- @treturn {string,...} empty if it is no machine code, or for a processor without a name here
function binary.names(bytes)
  local names = {}
  for _, format in ipairs(FORMATS) do
    if bytes:sub(1, #format[1]) == format[1] then
      local system, processors = format[2](bytes)
      for _, processor in ipairs(processors or {}) do names[#names + 1] = native.file_name(system, processor) end
      break
    end
  end
  return names
end

--- For which Lua it was built.
-- @tparam string bytes
-- @treturn[1] string as in "Lua 5.1 and LuaJIT"
-- @treturn[2] nil it is no build of `bustle.core`
function binary.lua(bytes)
  return bytes:match("bustle%.core was built for (Lua 5%.%d[%w ]*)")
end

return binary
