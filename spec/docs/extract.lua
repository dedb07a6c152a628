-- Writes the files of a page into a folder: lua spec/docs/extract.lua PAGE FOLDER
local folder = require "spec.docs.folder"
local page = require "spec.docs.page"

for _, step in ipairs(page.steps(page.read(arg[1]))) do
  if step.path then folder.write(arg[2], step.path, step.text) end
end
