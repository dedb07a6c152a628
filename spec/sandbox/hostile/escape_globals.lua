-- Tries to name the libraries and functions that lead out.
-- Ends: nothing.
local names = { "_G", "arg", "bit", "bit32", "bustle", "collectgarbage", "coroutine", "debug", "dofile", "ffi", "gcinfo",
  "getfenv", "getmetatable", "io", "jit", "load", "loadfile", "loadstring", "love", "module", "newproxy", "os", "package",
  "pcall", "print", "rawequal", "rawget", "rawlen", "rawset", "require", "setfenv", "setmetatable", "utf8", "warn",
  "xpcall" }
local found = { _G, arg, bit, bit32, bustle, collectgarbage, coroutine, debug, dofile, ffi, gcinfo, getfenv, getmetatable,
  io, jit, load, loadfile, loadstring, love, module, newproxy, os, package, pcall, print, rawequal, rawget, rawlen, rawset,
  require, setfenv, setmetatable, utf8, warn, xpcall }
for i, name in ipairs(names) do
  if found[i] ~= nil then escaped(name) end
end
