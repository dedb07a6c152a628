-- `bustle check`: one pack for each finding, and what is said of it, word for word.
local support = require "spec.tools.support"

local FOLDER = "spec/tools/findings/"

local FINDINGS = {
  never_true = [[
content.lua:4: warning: interruption "midnight", when: "env.hour > 23" is never true (env.hour is from 0 to 23) [never-true]
content.lua:5: warning: action "sing", when: "self.energy + 5 > 20" is never true (self.energy + 5 is from 5 to 15) [never-true]
content.lua:6: warning: action "fly", when: "distance < 0" is never true (distance is from 0 to 2147483647) [never-true]
content.lua:8: warning: action "leap", when "self.energy > 12": "never_true.energy" is never above 10, so that this is never true (compare with a value from 0 to 10) [never-true]
content.lua:8: warning: action "leap", when "self.energy < 20": "never_true.energy" is never above 10, so that this is always true (compare with a value from 0 to 10) [always-true]
content.lua:10: warning: sequence "day", node "sing", transition 1, when: "self.energy * self.energy > 100" is never true (self.energy * self.energy is from 0 to 100) [never-true]
]],
  never_together = [[
content.lua:8: warning: interruption "noon", when: "env.hour == 12" and "env.hour < 6 or env.hour > 18" are never true together (mend one of them, or join them by or) [never-together]
content.lua:9: warning: action "run", when: "self.energy > 5" and "self.energy < 3" are never true together (mend one of them, or join them by or) [never-together]
content.lua:10: warning: action "brood", when: "self.mood < self.energy" and "self.energy <= self.mood" are never true together (mend one of them, or join them by or) [never-together]
content.lua:11: warning: action "sit", when: "target.seats == 0" and the claim are never true together (mend one of them, or join them by or) [never-together]
content.lua:13: warning: action "juggle", when: its conditions are never true together (mend one of them, or join them by or) [never-together]
content.lua:15: warning: sequence "day", node "run", transition 1: when it is open, action "never_together.swim" never starts: "env.weather == 'rainy'" and "env.weather == 'sunny'" (mend one of the two) [never-together]
content.lua:15: warning: sequence "day", node "run", transition 2, when: "self.tired" and "not self.tired" are never true together (mend one of them, or join them by or) [never-together]
]],
  not_taken_back = [[
content.lua:7: warning: action "sit", start: what it does to target.seats is not taken back when it is interrupted (write "target.seats += 1" in interrupted, or claim = "target.seats") [not-taken-back]
content.lua:7: warning: action "sit", start: what it does to self.sitting is not taken back when it is interrupted (put self.sitting back in interrupted) [not-taken-back]
content.lua:9: warning: action "drink", start: of the 2 of target.cups that it takes, 1 is taken back when it is interrupted (write "target.cups += 2" in interrupted) [not-taken-back]
content.lua:10: warning: action "pay", start: what it does to self.coins is done once more when it is interrupted, not taken back (write "self.coins += 3" in interrupted) [not-taken-back]
content.lua:11: warning: action "sing", start: what it does to self.singing is not taken back when it is interrupted (put self.singing back in interrupted) [not-taken-back]
]],
  forgotten_options = [[
content.lua:4: warning: sequence "pastimes", node "choose": 4 options can be open at once, and npc "forgotten_options.old_man" remembers less than half as many transitions: 1 (give it memory = { transitions = 2 } or more, or split the decision) [forgotten-options]
]],
  allowed = [[
content.lua:6: warning: sequence "day", allow: there is no warning "unused-sequence" to allow (leave it out, or mend the code) [unneeded-allow]
content.lua:7: warning: npc "guest", allow: there is no warning "whatever" to allow (leave it out, or mend the code) [unneeded-allow]
]],
  unused_sequence = [[
content.lua:5: warning: sequence "dance": no npc and no other sequence uses it (use it, or remove it; if the game runs it, all is well) [unused-sequence]
]],
  nobody_accepts = [[
content.lua:2: warning: action "greet": it takes a target, and no prop and no npc accepts it (say targets = "TAG", or list it in accepts of an entity) [nobody-accepts]
]],
  without_fallback = [[
content.lua:3: warning: npc "guest": it has no fallback for when a sequence fails (give it one that always works: fallback = "idle") [without-fallback]
]],
  out_of_range = [[
content.lua:2: warning: action "ring", when: it wants a distance of up to 3, but it is 11.18 from "out_of_range.guard" to "out_of_range.bell", and nobody who performs or accepts it moves (place them otherwise, let the npc move, or change the distance) [out-of-range]
content.lua:3: warning: action "shoot", when: it wants a distance of 5 to 9, but it is 11.18 from "out_of_range.guard" to "out_of_range.bell", and nobody who performs or accepts it moves (place them otherwise, let the npc move, or change the distance) [out-of-range]
]],
  unreachable_node = [[
content.lua:2: warning: sequence "idle", node "second": no way from the entry leads to it (add a transition to it, or remove it) [unreachable-node]
]],
  needy_fallback = [[
content.lua:5: warning: sequence "shop": it is a fallback, but the action of node "shop" has conditions (a fallback should need nothing: use actions without conditions and targets) [needy-fallback]
]],
  waiting = [[
content.lua:4: warning: action "shiver", start: what it does to self.energy is not taken back when it is interrupted (write "self.energy += 1" in interrupted) [not-taken-back]
content.lua:7: warning: sequence "hold", node "a", wait: "self.energy + 5 > 20" is never true (self.energy + 5 is from 5 to 15) [never-true]
content.lua:8: warning: sequence "leave", node "a", transition 1, when: "env.weather == 'dry'" and "env.weather == 'rainy'" are never true together (mend one of them, or join them by or) [never-together]
content.lua:10: warning: sequence "swim": it is a fallback, but node "a" waits for a condition (a fallback should need nothing: use actions without conditions and targets) [needy-fallback]
content.lua:11: warning: sequence "beyond", node "a", wait "self.energy > 12": "waiting.energy" is never above 10, so that this is never true (compare with a value from 0 to 10) [never-true]
]],
  scenes = [[
content.lua:9: warning: scene "tea", row 2, servant, wait: "self.mood + 5 > 30" is never true (self.mood + 5 is from 5 to 15) [never-true]
content.lua:9: warning: scene "tea", part "caller", when: "self.mood > 3" and "self.mood < 2" are never true together (mend one of them, or join them by or) [never-together]
content.lua:9: warning: scene "tea", part "servant", when: "caller.mood + self.mood > 30" is never true (caller.mood + self.mood is from 0 to 20) [never-true]
content.lua:9: warning: scene "tea", row 1, caller: action "sit" is for what is tagged "seat", which no npc is, and is aimed at a member of the scene (write { action = "sit", target = "any" }) [aimed-amiss]
content.lua:13: warning: scene "farewell": no sequence and no cue begins it (begin it with a node or a cue, or remove it; if the game stages it, all is well) [unused-scene]
content.lua:17: warning: npc "guest": it reacts to "wether", which no scene is about (did you mean "weather"?) [unused-topic]
content.lua:19: warning: sequence "chat", node "a": it is aimed at a member, and no part of a scene runs this sequence (run it in a part of a scene, or aim it elsewhere) [aimed-outside]
content.lua:19: warning: sequence "chat", node "b": it is aimed at the part "caller", and no part of a scene runs this sequence (run it in a part of a scene, or aim it elsewhere) [aimed-outside]
]],
  places = [[
content.lua:3: warning: link "grudge": nothing reads, sets or follows it (use it, or remove it; if the game reads it, all is well) [unused-link]
content.lua:11: warning: prop "chair", offer "lean": no sequence asks for it (ask for it: { request = "lean", ... }; if the game or another pack does, all is well) [unasked-offer]
content.lua:13: warning: sequence "perch": it is offered by "barrel", and may choose another target than that at "down", "up" (write same = true in it, or target = "same" at the node) [another-target]
]],
  messages = [[
content.lua:3: warning: inbox "letters": no sequence takes from it (let a node take what comes: { take = "letters", ... }) [untaken-inbox]
content.lua:5: warning: inbox "calls": nothing sends to it (send to it, by a node or an effect; if the game does, all is well) [unsent-inbox]
content.lua:6: warning: inbox "shouts": no sequence takes from it (let a node take what comes: { take = "shouts", ... }) [untaken-inbox]
content.lua:7: warning: inbox "bids": nothing sends to it (send to it, by a node or an effect; if the game does, all is well) [unsent-inbox]
content.lua:11: warning: sequence "write", node "c", when: "target.wish > 3" and "target.wish < 2" are never true together (mend one of them, or join them by or) [never-together]
content.lua:16: warning: sequence "serve", node "next", when "target.wish > 7": "messages.wish" is never above 5, so that this is never true (compare with a value from 0 to 5) [never-true]
content.lua:16: warning: sequence "serve", node "next": sequence "write" awaits what becomes of its message, and afterwards this one neither ends nor takes again (let a way lead to END, or back to the node) [never-answered]
content.lua:16: warning: sequence "serve", node "next": it does not wait for a message, and looks again after each "nap" (let it wait, and see one come at once: timeout = 600, waiting = "nap") [looks-again]
content.lua:22: warning: sequence "sell", node "a", transition 1, when: "self.bids > 16" is never true (self.bids is from 0 to 16) [never-true]
content.lua:24: warning: sequence "feast", node "clink": it wants 5 to meet at whoever offers this, and at most 4 can hold the offer at once (say holders = 5 where it is offered, or count = 4) [never-meets]
]],
  plans = [[
content.lua:8: warning: plan "smith", entry 1: nothing is planned from 12:00 to 12:30, so that "work" goes on meanwhile (let it end at "12:30", or put an entry in between) [plan-gap]
content.lua:12: warning: plan "lord", entry 2: "lunch" hardly ever holds: entries of a higher priority leave it at most 25 min, and it is skipped for less than 30 (let it skip less, or move it) [covered-entry]
content.lua:12: warning: plan "lord", entry 5: "sleep" never holds: entries of a higher priority cover all of it (give it a higher priority, other times, or leave it out) [covered-entry]
]],
  unused_tag = [[
content.lua:1: warning: action "sit", targets: nothing is tagged "saet" (did you mean "seat"?) [unused-tag]
]],
}

-- Files are named from where one stands.
local function placed(folder, text)
  return (text:gsub("[^\n]+", FOLDER .. folder .. "/%0"))
end

local function count(text, word)
  local _, number = text:gsub((": %s: "):format(word), "")
  return number
end

describe("bustle check", function()
  for folder, text in pairs(FINDINGS) do
    it("tells of " .. folder, function()
      local number = count(text, "warning")
      local status, out, err = support.run("check", FOLDER .. folder)
      assert.equal(placed(folder, text) .. ("0 errors, %d warning%s in 1 pack\n"):format(number, number == 1 and ""
        or "s"), out)
      assert.same({ 0, "" }, { status, err })
    end)
  end

  it("tells errors and warnings at once, and does not blame what only uses something broken", function()
    local status, out = support.run("check", FOLDER .. "many")
    assert.equal([[
spec/tools/findings/many/content.lua:3: error: action "walk": its duration is 0 ms (give a duration above 0, or a speed to travel at) [bad-duration]
spec/tools/findings/many/content.lua:4: error: action "rest", when: expected a value, found the end [syntax]
    self.enrgy < 5 and
                      ^
spec/tools/findings/many/content.lua:6: error: sequence "day", node "rset": unknown action "rset" (did you mean "rest"?) [unknown-action]
spec/tools/findings/many/content.lua:8: error: npc "guest": unknown key "falback" (did you mean "fallback"?) [unknown-key]
spec/tools/findings/many/content.lua:5: warning: action "idle", when: "self.energy > 5" and "self.energy < 3" are never true together (mend one of them, or join them by or) [never-together]
4 errors, 1 warning in 1 pack
]], out)
    assert.equal(1, status)
  end)

  it("says nothing of what only looks wrong", function()
    for _, folder in ipairs { "sound", "sound_days" } do
      local status, out = support.run("check", "--strict", FOLDER .. folder)
      assert.same({ 0, "0 errors, 0 warnings in 1 pack\n" }, { status, out })
    end
  end)

  it("takes a folder of packs for all of them, and leaves alone what is there for others", function()
    local status, out = support.run("check", FOLDER .. "town/")
    assert.equal([[
spec/tools/findings/town/square/content.lua:1: warning: action "rest", when: "self.energy < 0" is never true (self.energy is from 0 to 10) [never-true]
0 errors, 1 warning in 2 packs
]], out)
    assert.equal(0, status)
  end)

  it("tells of a node that an extension misspells where the extension is, with the name that is meant", function()
    local _, out = support.run("check", FOLDER .. "stray/")
    assert.equal([[
spec/tools/findings/stray/mod/content.lua:3: warning: extend "square.day", node "chose": no way from the entry leads to it (did you mean "choose"?) [unreachable-node]
spec/tools/findings/stray/mod/content.lua:3: warning: extend "square.day", node "swim": no way from the entry leads to it (add a transition to it, or remove it) [unreachable-node]
0 errors, 2 warnings in 2 packs
]], out)
  end)

  it("does not warn about packs that are only needed", function()
    assert.same({ 0, "0 errors, 0 warnings in 1 pack\n", "" }, { support.run("check", FOLDER .. "leaning") })
    local _, alone = support.run("check", "--strict", FOLDER .. "town/words")
    assert.equal("0 errors, 0 warnings in 1 pack\n", alone)
  end)

  it("warns about what a checked pack changes in others", function()
    local _, out = support.run("check", "spec/tools/pictures/flood")
    assert.equal([[
spec/tools/pictures/street/content.lua:27: warning: npc "walker": under some conditions its main sequence "street.day" runs through without an action; changed by flood at spec/tools/pictures/flood/changes.lua:2 (put an action on every way through the sequence) [main-without-action]
0 errors, 1 warning in 1 pack
]], out)
  end)

  it("warns about what a checked pack makes wrong in others", function()
    local _, out = support.run("check", FOLDER .. "meddling")
    assert.equal([[
spec/tools/findings/sound/content.lua:LINE: warning: action "swim", when: its conditions are never true together (mend one of them, or join them by or) [never-together]
0 errors, 1 warning in 1 pack
]], (out:gsub("lua:%d+", "lua:LINE")))
  end)

  it("takes the path of a manifest for the pack", function()
    assert.same({ 0, "0 errors, 0 warnings in 1 pack\n", "" }, { support.run("check", FOLDER .. "town/words/pack.lua") })
  end)

  it("counts warnings as errors with --strict", function()
    assert.equal(1, (support.run("check", "--strict", FOLDER .. "without_fallback")))
    assert.equal(0, (support.run("check", FOLDER .. "without_fallback")))
  end)

  it("tells of a folder that is not there", function()
    local status, out = support.run("check", FOLDER .. "sounds")
    assert.equal([[
spec/tools/findings/sounds: error: pack "sounds": there is no such folder (did you mean "spec/tools/findings/sound"?) [missing-folder]
1 error, 0 warnings in 1 pack
]], out)
    assert.equal(1, status)
  end)

  it("tells of a file where a folder belongs", function()
    local _, out = support.run("check", "behaviours/park/actions.lua")
    assert.truthy(out:find('this is a file, and a pack is a folder (did you mean "behaviours/park"?) [missing-folder]', 1, true), out)
    _, out = support.run("check", "README.md")
    assert.truthy(out:find("this is a file, and a pack is a folder (name the folder of a pack) [missing-folder]", 1, true), out)
  end)

  it("knows the packs that come with the library where they are not in that folder", function()
    for _, path in ipairs { "elsewhere/behaviours/park", "parkk" } do
      local _, out = support.run("check", path)
      assert.truthy(out:find('there is no such folder (did you mean "park", which comes with the library?)', 1, true), out)
    end
    local _, out = support.run("check", "elsewhere/behaviours/something")
    assert.truthy(out:find("there is no such folder (see that the path is right)", 1, true), out)
  end)
end)

describe("what packs say of themselves", function()
  local folder

  setup(function()
    folder = support.new_folder()
    os.execute("mkdir " .. folder)
    support.write(folder .. "/pack.lua", 'return { name = "esc", version = "1.0.0", title = "\\27[2Jx\\194\\155" }')
  end)
  teardown(function() support.remove_folder(folder) end)

  it("cannot command the terminal", function()
    support.write(folder .. "/content.lua", 'action "a\\27[2Jb" { duration = 1, ["\\27[2J"] = 1, when = "\\27[2J" }')
    local _, out = support.run("check", folder)
    assert.truthy(out:find('action "a?[2Jb": its name has a control character', 1, true))
    local _, _, err = support.run("graph", folder)
    support.write(folder .. "/content.lua", "")
    local _, listed = support.run("inspect", folder)
    assert.equal("esc 1.0.0: ?[2Jx?\n", listed)
    assert.falsy((out .. err .. listed):find("[%z\1-\9\11-\31\127]"))
  end)
end)

describe("bustle check --json", function()
  local cjson = require "cjson"

  it("has the same findings, with their parts", function()
    local status, out = support.run("check", "--json", FOLDER .. "many")
    local found = cjson.decode(out)
    assert.same({ 4, 1, 5 }, { found.errors, found.warnings, #found.findings })
    assert.same({ severity = "error", code = "syntax", file = FOLDER .. "many/content.lua", line = 4, kind = "action",
      name = "many.rest", spot = "when", text = "when: expected a value, found the end",
      excerpt = "self.enrgy < 5 and\n                  ^" }, found.findings[2])
    assert.same({ severity = "error", code = "unknown-key", file = FOLDER .. "many/content.lua", line = 8, kind = "npc",
      name = "many.guest", text = 'unknown key "falback"', cure = 'did you mean "fallback"?' }, found.findings[4])
    assert.equal("warning", found.findings[5].severity)
    assert.equal(1, status)
  end)

  it("is a list without anything in it where nothing is wrong", function()
    local status, out = support.run("check", "--json", FOLDER .. "sound")
    assert.same({ 0, '{"errors":0,"warnings":0,"findings":[]}\n' }, { status, out })
  end)

  it("is readable whatever a pack holds", function()
    local writer = require "bustle.json.writer"
    local function written(text) return cjson.decode(writer.line { text = text }).text end
    assert.equal("Möwe – 🐦 \0\n\"", written("Möwe – 🐦 \0\n\""))
    assert.equal("M?we", written("M\246we"))
    assert.equal("??x", written("\240\159x"))
  end)

  it("is the same text on every run", function()
    local _, first = support.process("check", "--json", FOLDER .. "never_together")
    local _, second = support.process("check", "--json", FOLDER .. "never_together")
    assert.equal(first, second)
    assert.equal(7, cjson.decode(first).warnings)
  end)
end)

describe("bustle check as a process", function()
  it("has the exit status 0, 1 or 2", function()
    assert.same({ 0, "0 errors, 0 warnings in 1 pack\n" }, { support.process("check", FOLDER .. "sound") })
    assert.equal(1, (support.process("check", FOLDER .. "many")))
    assert.equal(1, (support.process("check", "--strict", FOLDER .. "unused_tag")))
    assert.same({ 2, "bustle check: a pack is missing; bustle check --help says more\n" }, { support.process("check") })
  end)

  it("writes the same as within this process", function()
    local _, within = support.run("check", FOLDER .. "many")
    local _, process = support.process("check", FOLDER .. "many")
    assert.equal(within, process)
  end)

  it("uses colours on a terminal only, and not if NO_COLOR is set", function()
    local command = support.command("check", FOLDER .. "unused_tag")
    local function on_terminal(settings)
      local _, out = support.shell(("%s script -qec \"%s\" /dev/null"):format(settings, command))
      return out
    end
    assert.truthy(on_terminal("TERM=xterm"):find("\27[33mwarning:\27[0m", 1, true))
    assert.falsy(on_terminal("TERM=xterm NO_COLOR=1"):find("\27", 1, true))
    assert.falsy(on_terminal("TERM=dumb"):find("\27", 1, true))
    assert.falsy(on_terminal("env -u TERM"):find("\27", 1, true))
    local _, piped = support.process("check", FOLDER .. "unused_tag")
    assert.falsy(piped:find("\27", 1, true))
  end)
end)
