-- `bustle graph`: the pictures, as DOT that is kept beside them, and what Graphviz makes of it.
local support = require "spec.tools.support"

local PICTURES = "spec/tools/pictures/"
local STREET = PICTURES .. "street"

describe("bustle graph", function()
  local folder

  before_each(function()
    folder = support.new_folder()
    os.execute("mkdir " .. folder)
  end)
  after_each(function() support.remove_folder(folder) end)

  it("draws a sequence: kinds of nodes, conditions, what fails, where it begins and ends", function()
    local status, out, err = support.run("graph", STREET, "day")
    assert.same({ 0, "" }, { status, err })
    assert.equal(support.read(PICTURES .. "day.dot"), out)
  end)

  it("draws the npcs of a pack, with main sequence, fallbacks, responses, and what is nested", function()
    local status, out = support.run("graph", STREET)
    assert.equal(0, status)
    assert.equal(support.read(PICTURES .. "street.dot"), out)
  end)

  it("finds sequences of other packs by their whole name", function()
    local status, out = support.run("graph", STREET, "corner.buy")
    assert.equal(0, status)
    assert.truthy(out:find('digraph "corner.buy" {', 1, true))
  end)

  it("draws the way back between two nodes at the side, but leaves a hub alone", function()
    local _, pair = support.run("graph", PICTURES .. "corner", "pair")
    assert.truthy(pair:find('"node second" -> "node first" [headport="e" tailport="e"]', 1, true))
    assert.truthy(pair:find('"node first" -> "node second" []', 1, true))
    local _, hub = support.run("graph", PICTURES .. "corner", "hub")
    assert.falsy(hub:find("headport", 1, true))
  end)

  it("draws a node that waits with what it waits for, how long, and what is seen meanwhile (S51)", function()
    local _, out = support.run("graph", "spec/tools/worlds/rain", "day")
    local roof, gate = out:match('\n  "node roof" (%b[])'), out:match('\n  "node gate" (%b[])')
    for _, text in ipairs { "<b>roof</b>", "env.weather ~= 'rainy'", "waits at most 30 s, seen in shiver" } do
      assert.truthy(roof:find(text, 1, true), text)
    end
    assert.truthy(gate:find("waits at most 60 s<", 1, true))
    assert.truthy(gate:find('style="filled,diagonals"', 1, true))
  end)

  it("draws a scene: its parts, its phases, whom actions are aimed at, and who begins it (S54)", function()
    for _, name in ipairs { "order", "quarrel" } do
      local status, out, err = support.run("graph", PICTURES .. "inn", name)
      assert.same({ 0, "" }, { status, err })
      assert.equal(support.read(PICTURES .. name .. ".dot"), out)
    end
  end)

  it("draws a scene without rows: sequences, and what everybody does about its topic", function()
    local _, out = support.run("graph", PICTURES .. "inn", "chat")
    for _, text in ipairs { "talk_about_weather", "its own reaction", "to weather", "about weather, within 15" } do
      assert.truthy(out:gsub("<[^>]*>", ""):find(text, 1, true), text)
    end
  end)

  it("draws which scenes are begun, by whom, and who may have which part", function()
    local status, out = support.run("graph", PICTURES .. "inn")
    assert.equal(0, status)
    assert.equal(support.read(PICTURES .. "inn.dot"), out)
  end)

  it("draws a column of a scene as any other sequence, and nodes that begin scenes or pass", function()
    local _, column = support.run("graph", PICTURES .. "inn", "order.patron")
    assert.truthy(column:match('\n  "node 3" (%b[])'):find("passes", 1, true))
    assert.truthy(column:match('\n  "node 5" (%b[])'):find("scene, as speaker", 1, true))
    local _, house = support.run("graph", PICTURES .. "inn", "keep_house")
    assert.truthy(house:match('\n  "node lively" (%b[])'):find("stages the scene, waits at most 10 s, seen in look_about", 1, true))
  end)

  it("draws who offers what, what sequences ask for, areas, and links between kinds (S61, S65, S67)", function()
    local status, out = support.run("graph", "behaviours/pub")
    assert.equal(0, status)
    assert.equal(support.read(PICTURES .. "pub.dot"), out)
    for _, text in ipairs { "offers relax", "to 24", "undoes sit", "asks for sit", "area of 20 x 14", "seat (12)" } do
      assert.truthy(out:find(text, 1, true), text)
    end
  end)

  it("draws a request with whom it asks, and its body (S62)", function()
    local _, out = support.run("graph", "behaviours/pub", "be_a_guest")
    for _, text in ipairs { "asks for sit", "of seat of target", "body: drink_up" } do
      assert.truthy(out:find(text, 1, true), text)
    end
  end)

  it("draws what is taken and sent, and where one meets (S69 to S71)", function()
    for _, name in ipairs { "dinner", "serve" } do
      local status, out, err = support.run("graph", PICTURES .. "manor", name)
      assert.same({ 0, "" }, { status, err })
      assert.equal(support.read(PICTURES .. name .. ".dot"), out)
    end
  end)

  it("draws plans as bars of 24 hours, who has them, and what they have done when (S74)", function()
    local status, out = support.run("graph", PICTURES .. "manor")
    assert.equal(0, status)
    assert.equal(support.read(PICTURES .. "manor.dot"), out)
    for _, name in ipairs { "gentleman", "plan gentleman" } do
      assert.equal(support.read(PICTURES .. "gentleman.dot"), (select(2, support.run("graph", PICTURES .. "manor", name))))
    end
  end)

  it("draws cells of scenes that ask, take, send and meet", function()
    local tea = support.new_folder()
    os.execute("mkdir " .. tea)
    support.write(tea .. "/pack.lua", 'return { name = "tea", version = "1.0.0" }')
    support.write(tea .. "/all.lua", [[
inbox "orders" {}
action "nod" { duration = 1 }
sequence "idle" (chain { "nod" })
scene "tea" { parts = { { "host", who = "person" }, { "guest", who = "person" } },
  { host = { take = "orders", timeout = 5, failed = "END" }, guest = { send = "orders", target = "host", await = true } },
  { host = { meet = "sip", at = "area", count = 2, failed = 3 }, guest = "nod" },
  { host = { request = "sit", optional = true, failed = "END" }, guest = "nod" } }
npc "man" { main = "idle", fallback = "idle", tags = "person", inboxes = "orders" }
]])
    local status, out = support.run("graph", tea, "tea")
    support.remove_folder(tea)
    assert.equal(0, status)
    for _, text in ipairs { "takes from orders", "sends orders", "to host", "sip: 2 meet at the area", "asks for sit" } do
      assert.truthy(out:find(text, 1, true), text)
    end
  end)

  it("asks what is meant by a name that is none", function()
    assert.same({ 1, "", 'bustle graph: unknown sequence "dya" (did you mean "day"?)\n' },
      { support.run("graph", STREET, "dya") })
  end)

  it("writes DOT, SVG and PNG files", function()
    assert.equal(0, (support.run("graph", "-o", folder .. "/day.dot", STREET, "day")))
    assert.equal(support.read(PICTURES .. "day.dot"), support.read(folder .. "/day.dot"))
    assert.same({ 0, "", "" }, { support.run("graph", STREET, "day", "-o", folder .. "/a day's.svg") })
    local svg = support.read(folder .. "/a day's.svg")
    assert.truthy(svg:find("<svg", 1, true))
    for _, text in ipairs { "street.day", "same target", "otherwise", "failed", "END", "env.weather ~= &#39;rainy&#39;",
      "6 to 10 s, to seat" } do
      assert.truthy(svg:find(text, 1, true), text)
    end
    assert.same({ 0, "", "" }, { support.run("graph", STREET, "-o", folder .. "/street.PNG") })
    assert.equal("\137PNG", support.read(folder .. "/street.PNG"):sub(1, 4))
  end)

  it("refuses files of other kinds", function()
    assert.same({ 2, "", "bustle graph: 'day.jpg' ends neither in .svg nor in .png nor in .dot\n" },
      { support.run("graph", STREET, "-o", "day.jpg") })
  end)

  it("tells what is wrong with a pack that cannot be loaded", function()
    local status, out, err = support.run("graph", "spec/tools/findings/many")
    assert.same({ 1, "" }, { status, out })
    assert.equal([[
bustle graph: the pack cannot be loaded:
spec/tools/findings/many/content.lua:3: action "walk": its duration is 0 ms (give a duration above 0, or a speed to travel at)
spec/tools/findings/many/content.lua:4: action "rest", when: expected a value, found the end
    self.enrgy < 5 and
                      ^
spec/tools/findings/many/content.lua:6: sequence "day", node "rset": unknown action "rset" (did you mean "rest"?)
spec/tools/findings/many/content.lua:8: npc "guest": unknown key "falback" (did you mean "fallback"?)
]], err)
  end)

  it("tells of a picture that cannot be written", function()
    local status, _, err = support.run("graph", STREET, "-o", folder .. "/no/day.dot")
    assert.equal(1, status)
    assert.truthy(err:find("No such file or directory", 1, true))
    status, _, err = support.run("graph", STREET, "-o", folder .. "/no/day.svg")
    assert.equal(1, status)
    assert.truthy(err:find("^bustle graph: .+"))
  end)

  it("says what is missing without Graphviz", function()
    local _, lua = support.shell("command -v " .. support.LUA)
    local _, command = support.command("graph", STREET, "-o", "x.svg"):match("^(%S+) (.*)$")
    assert.same({ 1, "bustle graph: a picture in SVG needs Graphviz: install the package graphviz, or write FILE.dot\n" },
      { support.shell(("PATH=/nowhere %s %s"):format(lua:gsub("%s", ""), command)) })
  end)

  it("as a process writes the same, with the status 0, 1 or 2", function()
    assert.same({ 0, support.read(PICTURES .. "day.dot") }, { support.process("graph", STREET, "day") })
    assert.equal(1, (support.process("graph", STREET, "dya")))
    assert.same({ 2, "bustle graph: 'too' is too much; bustle graph --help says more\n" },
      { support.process("graph", STREET, "day", "too") })
  end)
end)

-- ---- Large pictures ----

-- Thirty nodes, one after the other, with ways across.
local function large_sequence()
  local lines = { 'state "energy" { default = 5, min = 0, max = 10 }', 'action "idle" { duration = 1 }',
    'sequence "large" { entry = "n1",' }
  for i = 1, 30 do
    lines[#lines + 1] = ('n%d = { action = "idle", to = { { "%s", when = "self.energy > %d" }, { "n%d", otherwise = true } }, failed = "n%d" },')
      :format(i, i < 30 and "n" .. i + 1 or "END", i % 9, i * 7 % 30 + 1, i * 11 % 30 + 1)
  end
  lines[#lines + 1] = '}\nnpc "x" { main = "large", state = { "energy" } }'
  return table.concat(lines, "\n")
end

local function boxes_of(plain)
  local boxes = {}
  for name, x, y, width, height in plain:gmatch('node ("[^"]*") (%S+) (%S+) (%S+) (%S+)') do
    boxes[#boxes + 1] = { name = name, left = x - width / 2, right = x + width / 2, low = y - height / 2,
      high = y + height / 2 }
  end
  return boxes
end

describe("a picture of thirty nodes", function()
  local folder

  setup(function()
    folder = support.new_folder()
    os.execute("mkdir " .. folder)
    support.write(folder .. "/pack.lua", 'return { name = "large", version = "1.0.0" }')
    support.write(folder .. "/content.lua", large_sequence())
  end)
  teardown(function() support.remove_folder(folder) end)

  it("has all of them, and none covers another", function()
    assert.equal(0, (support.run("graph", folder, "large", "-o", folder .. "/large.dot")))
    local _, plain = support.shell(("dot -Tplain %s/large.dot"):format(folder))
    local boxes = boxes_of(plain)
    assert.is_true(#boxes >= 31)
    for i, a in ipairs(boxes) do
      for j = i + 1, #boxes do
        local b = boxes[j]
        assert.is_true(a.right <= b.left or b.right <= a.left or a.high <= b.low or b.high <= a.low,
          a.name .. " covers " .. b.name)
      end
    end
  end)
end)
