local support = require "spec.tools.support"

local FILES = {
  ["pack.lua"] = [[return { name = "tea", version = "1.0.0", title = "Tea" }]],
  ["vocabulary.lua"] = [[
state "thirst" { default = 5, min = 0, max = 10 }
env "open" { every = 1, flag = true }
interruption "bell" {}
interruption "closing" { when = "not env.open" }
]],
  ["actions.lua"] = [[
action "sip" { duration = 2, when = "self.thirst > 0", finish = "self.thirst -= 2" }
action "chat" { duration = 3 }
action "leave" { duration = 1 }
]],
  ["sequences.lua"] = [[
sequence "visit" { entry = "choose",
  choose = { to = { { "sip", when = "self.thirst > 2" }, "chat" } },
  sip = { action = "sip", to = "END", failed = "chat" },
  chat = { action = "chat", to = "END" },
}
sequence "go" { entry = "leave", leave = { action = "leave", to = "END" } }
]],
  ["entities.lua"] = [[
npc "guest" { main = "visit", fallback = "go", on = { bell = "go", closing = "go" }, state = { "thirst" } }
]],
}

local SPEC = [[
local sim = require "bustle.testing"
describe("a guest", function()
  it("drinks, talks and leaves", function()
    local w = sim.world { packs = { "FOLDER/tea" }, seed = 1, env = { open = true } }
    local ann = w:spawn "guest"
    w:run(30)
    w:interrupt("bell", { ann })
    w:run(5)
    assert.npc(ann).did { "sip", "chat", "leave" }
  end)
end)
]]

-- The rest of what there is to exercise.
local MORE = [[
local sim = require "bustle.testing"
describe("a guest when the house closes", function()
  it("leaves", function()
    local w = sim.world { packs = { "FOLDER/tea" }, env = { open = { [0] = true, [2] = false } } }
    local ann = w:spawn "guest"
    w:run(10)
    assert.npc(ann).did "leave"
  end)
  it("talks if there is nothing to drink", function()
    local w = sim.world { packs = { "FOLDER/tea" }, seed = 2, env = { open = true } }
    local ann = w:spawn "guest"
    w:run_until(ann, function() ann.state.thirst = 9 return ann.action == "chat" end)
    ann.state.thirst = 3
    w:run_until(ann, "sip")
    ann:fail("spilt")
    w:run(2)
    ann:set_main "go"
    w:run(2)
    assert.npc(ann).did { "sip", "chat" }
  end)
end)
]]

describe("bustle test", function()
  local folder

  -- The pack with these specs besides: `{ tea_spec = text }`.
  local function make(specs)
    folder = support.new_folder()
    os.execute(("mkdir -p '%s/tea/spec'"):format(folder))
    for name, text in pairs(FILES) do support.write(("%s/tea/%s"):format(folder, name), text) end
    for name, text in pairs(specs) do
      support.write(("%s/tea/spec/%s.lua"):format(folder, name), (text:gsub("FOLDER", folder)))
    end
    return folder .. "/tea"
  end

  after_each(function()
    if folder then support.remove_folder(folder) end
    folder = nil
  end)

  local function without_folder(text)
    return (text:gsub(folder:gsub("%p", "%%%0"), "FOLDER"):gsub("%d+%.%d+ seconds", "TIME"))
  end

  it("runs the specs of a pack and tells what they exercise", function()
    local status, out, err = support.run("test", make { tea_spec = SPEC })
    assert.equal([[
+
1 success / 0 failures / 0 errors / 0 pending : TIME

tea                     nodes  transitions  conditions  handlers  fallbacks     all
sequence "visit"          3/3          4/5         2/2         -          -    90 %
sequence "go"             1/1          1/1           -         -          -   100 %
action "sip"                -            -         1/2         -          -    50 %
interruption "closing"      -            -         1/2         -          -    50 %
npc "guest"                 -            -           -       1/2        0/1    33 %
all                       4/4          5/6         4/6       1/2        0/1    73 %

not exercised:
FOLDER/tea/sequences.lua:1: sequence "visit", node "sip", failed to "chat": never taken
FOLDER/tea/actions.lua:1: action "sip", when: never false
FOLDER/tea/vocabulary.lua:4: interruption "closing", when: never true
FOLDER/tea/entities.lua:1: npc "guest", on "closing": never answered
FOLDER/tea/entities.lua:1: npc "guest", fallback "go": never fallen back on

]], without_folder(out))
    assert.same({ 0, "" }, { status, err })
  end)

  it("adds up what all files of specs exercise", function()
    local _, out = support.run("test", make { tea_spec = SPEC, more_spec = MORE })
    assert.matches("3 successes", out)
    assert.matches("\nall +4/4 +6/6 +5/6 +2/2 +0/1 +89 %%\n", out)
    assert.matches("not exercised:\n[^\n]*action \"sip\", when: never false\n[^\n]*fallback \"go\": never fallen back on\n\n$",
      out)
  end)

  it("is a gate with --min", function()
    local path = make { tea_spec = SPEC }
    local status, _, err = support.run("test", "--min", "74", path)
    assert.same({ 1, "bustle test: tea is at 73 %, below 74 %\n" }, { status, err })
    assert.equal(0, (support.run("test", "--min=73", path)))
  end)

  it("fails with the specs", function()
    local status, out, err = support.run("test", make { tea_spec = [[
      describe("tea", function() it("is cold", function() assert.is_true(false) end) end)]] })
    assert.same({ 1, "bustle test: the specs do not pass\n" }, { status, err })
    assert.matches("0 successes / 1 failure", out)
    assert.matches("tea is cold", out)
    assert.matches("\nall +0/4 +0/6 +0/6 +0/2 +0/1 +0 %%\n", out)
  end)

  it("fails with specs that cannot be read", function()
    local status, out = support.run("test", make { tea_spec = "describe(" })
    assert.equal(1, status)
    assert.matches("0 successes / 0 failures / 1 error", out)
  end)

  it("wants specs", function()
    local path = make { notes = "" }
    local status, out, err = support.run("test", path)
    assert.same({ 1, "", ("bustle test: tea has no specs: write %s/spec/tea_spec.lua\n"):format(path) }, { status, out, err })
  end)

  it("tells why a pack cannot be loaded", function()
    local path = make { tea_spec = SPEC }
    support.write(path .. "/actions.lua", 'action "sip" { duraton = 2 }')
    local status, _, err = support.run("test", path)
    assert.equal(1, status)
    assert.matches('^bustle test: the pack cannot be loaded:\n.*unknown key "duraton" %(did you mean "duration"%?%)', err)
  end)

  it("draws the sequences, coloured by what was exercised", function()
    local path = make { tea_spec = SPEC }
    local status, out = support.run("test", "--svg", folder .. "/pictures", path)
    assert.equal(0, status)
    assert.matches(("\ndrew 2 sequences of tea into %s/pictures\n$"):format(folder:gsub("%p", "%%%0")), out)
    local svg = support.read(folder .. "/pictures/tea.visit.svg")
    assert.matches("^<%?xml", svg)
    -- What was entered is green, the way that was never taken red.
    local _, green = svg:gsub('fill="#e5f4e8"', "")
    local _, red_fill = svg:gsub('fill="#fbe4e1"', "")
    local _, red_lines = svg:gsub('<path fill="none" stroke="#c0392b"', "")
    assert.same({ 3, 0, 1 }, { green, red_fill, red_lines })
  end)

  it("draws what was not exercised in red, and ways with half a condition in yellow", function()
    local path = make { tea_spec = [[
      local sim = require "bustle.testing"
      describe("a guest", function() it("drinks", function()
        local w = sim.world { packs = { "FOLDER/tea" }, env = { open = true } }
        w:run_until(w:spawn("guest", { state = { thirst = 9 } }), "sip")
      end) end)]] }
    support.run("test", "--svg", folder .. "/pictures", path)
    local svg = support.read(folder .. "/pictures/tea.go.svg")
    assert.matches('fill="#fbe4e1" stroke="#c0392b"', svg)
    assert.not_matches('fill="#e5f4e8"', svg)
    local _, yellow = support.read(folder .. "/pictures/tea.visit.svg"):gsub('<path fill="none" stroke="#b8891b"', "")
    assert.equal(1, yellow)
  end)

  it("runs as a process of its own", function()
    local status, out = support.process("test", "--min", "90", make { tea_spec = SPEC })
    assert.equal(1, status)
    assert.matches("tea is at 73 %%, below 90 %%", out)
  end)

  -- Without running it, which would build the module.
  it("is told from the project's own tests by what is named", function()
    make { tea_spec = SPEC }
    local function names_pack(arguments)
      return support.shell(([[eval "$(sed -n '/^names_pack()/,/^}/p' ./bustle)"
        cd '%s' && names_pack %s]]):format(folder, arguments)) == 0
    end
    for _, arguments in ipairs { "tea", "./tea", "a/b", "--min 90 tea", "--svg=x tea", "--lua luajit tea" } do
      assert.is_true(names_pack(arguments), arguments)
    end
    for _, arguments in ipairs { "", "--quick", "--help", "lint", "format lua" } do
      assert.is_false(names_pack(arguments), arguments)
    end
  end)

  it("says how it is used", function()
    assert.same({ 2, "", "bustle test: a pack is missing; bustle test --help says more\n" }, { support.run "test" })
    assert.same({ 2, "", "bustle test: --min cannot be '101': it takes a number from 0 to 100; bustle test --help says more\n" },
      { support.run("test", "--min", "101", "x") })
  end)
end)
