local expression = require "bustle.author.expression"
local scopes = require "spec.lua.support.scope"

-- Operations in one line: what a reader would jot down. What is pushed stands for itself.
local function shown(op)
  if op.subject == "stack" then return op.kind end
  if op.kind == "push" and op.subject == "constant" then return tostring(op.value) end
  local parts = { op.kind ~= "push" and op.kind or nil }
  for _, field in ipairs { "subject", "name", "value" } do
    if op[field] ~= nil then parts[#parts + 1] = tostring(op[field]) end
  end
  if op.stacked then parts[#parts + 1] = "stacked" end
  return table.concat(parts, " ")
end

local function listing(ops)
  local lines = {}
  for i, op in ipairs(ops) do lines[i] = shown(op) end
  return table.concat(lines, "; ")
end

local function compiled(source, kind, fields)
  local ops, errors = expression.compile(source, kind, scopes.new(fields))
  if not ops then error(expression.format(errors[1]), 2) end
  return listing(ops)
end

local function condition(source, fields) return compiled(source, "condition", fields) end
local function effects(source) return compiled(source, "effects") end

local function mistakes(source, kind, fields)
  local ops, errors = expression.compile(source, kind, scopes.new(fields))
  assert.is_nil(ops)
  local texts = {}
  for i, each in ipairs(errors) do texts[i] = expression.format(each) end
  return table.concat(texts, "\n")
end

local function wrong(source, fields) return mistakes(source, "condition", fields) end
local function wrong_effects(source) return mistakes(source, "effects") end

describe("a condition (S7)", function()
  it("compares a key with a constant", function()
    assert.equal("self p.energy; 5; <", condition "self.energy < 5")
    assert.equal("target p.seats; 0; >", condition "target.seats > 0")
    assert.equal("env p.hour; 18; >=", condition "env.hour >= 18")
    assert.equal("distance; 41; <=", condition "distance <= nearby")
    assert.equal("now; 0; ==", condition "now == 0")
    assert.equal("self p.energy; -3; ~=", condition "self.energy ~= -3")
  end)

  it("leaves a constant where it is written: turning it round is for the core", function()
    assert.equal("5; self p.energy; <", condition "5 < self.energy")
    assert.equal("1; env p.weather; ==", condition "'rainy' == env.weather")
  end)

  it("is a plain list where and joins all of it", function()
    assert.equal("target p.seats; 0; >; distance; 41; <; env p.weather; 1; ~=",
      condition "target.seats > 0 and distance < nearby and env.weather ~= 'rainy'")
    assert.equal("self p.energy; 1; >; self p.energy; 2; >; self p.energy; 3; >",
      condition "self.energy > 1 and (self.energy > 2 and self.energy > 3)")
  end)

  it("binds or weaker than and", function()
    assert.equal("env p.hour; 8; <; env p.hour; 18; >=; self p.fed; 1; ==; and; or",
      condition "env.hour < 8 or env.hour >= 18 and self.fed")
    assert.equal("env p.hour; 8; <; env p.hour; 18; >=; or; self p.fed; 1; ==",
      condition "(env.hour < 8 or env.hour >= 18) and self.fed")
  end)

  it("takes flags bare", function()
    assert.equal("target p.waiting; 1; ==", condition "target.waiting")
    assert.equal("target p.waiting; 1; ==; distance; 20; <", condition "target.waiting and distance < 20")
    assert.equal("self p.fed; 1; ==; not", condition "not self.fed")
  end)

  it("takes true and false next to flags", function()
    assert.equal("self p.fed; 1; ==", condition "self.fed == true")
    assert.equal("0; self p.fed; ~=", condition "false ~= self.fed")
    assert.equal("self p.fed; 1; ==", condition "self.fed == war")
  end)

  it("keeps not as it is written: what may be missing is for the core (S3)", function()
    assert.equal("self p.energy; 5; <; not", condition "not (self.energy < 5)")
    assert.equal("env p.open; 1; ==; not; not", condition "not not env.open")
    assert.equal("self p.fed; 1; ==; env p.open; 1; ==; and; not", condition "not (self.fed and env.open)")
  end)

  it("finds the number of a named value by the key it stands next to", function()
    assert.equal("self p.mood; 2; ==", condition "self.mood == 'happy'")
    assert.equal('self p.mood; 0; >', condition 'self.mood > "sad"')
  end)

  it("resolves names with a pack", function()
    assert.equal("env market.weather; 1; ==", condition "env.market.weather == 'foul'")
    assert.equal("self common.speed; 400; >", condition "self.common.speed > common.far")
  end)

  it("lets a key have the name of an operator", function()
    assert.equal("self p.and; 1; >", condition "self.and > 1")
  end)

  it("folds constants, saturating at 32 bits (S2)", function()
    assert.equal("distance; 86; <", condition "distance < nearby * two + 4")
    assert.equal("distance; 2147483647; <", condition "distance < 2147483647 + 1")
    assert.equal("self p.energy; -2147483648; >", condition "self.energy > -2147483648 - 5")
    assert.equal("self p.energy; 2147483647; >", condition "self.energy > -(-2147483648)")
    assert.equal("self p.energy; -41; >", condition "self.energy > -nearby")
    assert.equal("self p.energy; 7; ==", condition "self.energy == 1 + 2 * 3")
    assert.equal("self p.energy; 9; ==", condition "self.energy == (1 + 2) * 3")
    assert.equal("self p.energy; -2; ==", condition "self.energy == 3 - 4 - 1")
    assert.equal("self p.energy; 0; ==", condition "self.energy == -0")
  end)

  it("pushes what has to be calculated", function()
    assert.equal("self p.energy; target p.energy; >", condition "self.energy > target.energy")
    assert.equal("self p.energy; 1; +; 5; <", condition "self.energy + 1 < 5")
    assert.equal("0; self p.energy; -; 5; <", condition "-self.energy < 5")
    assert.equal("2; self p.energy; +; 1; -; now; <",
      condition "2 + self.energy - 1 < now")
  end)

  it("does not regroup sums, which saturate (S2)", function()
    assert.equal("self p.energy; 2; +; 3; -; 1; >",
      condition "self.energy + 2 - 3 > 1")
  end)

  it("may be true or false beforehand", function()
    assert.equal("1; 0; ~=", condition "war")
    assert.equal("0; 0; ~=", condition "false")
    assert.equal("41; 5; >", condition "nearby > 5")
    assert.equal("1; 0; ~=; target p.seats; 0; >; or", condition "war or target.seats > 0")
  end)

  it("may have comments and lines", function()
    assert.equal("self p.energy; 5; <; self p.fed; 1; ==", condition "self.energy < 5 -- tired\n  and self.fed -- but fed")
    assert.equal("self p.energy; 5; <", condition "self.energy < 5.0")
  end)

  it("may be a function (S8)", function()
    local fn = function() end
    local scope = scopes.new()
    assert.equal("call somewhere:1 1", listing(expression.compile(fn, "condition", scope)))
    assert.equal(fn, scope.calls[1])
  end)

  it("may be operations as tables (S6)", function()
    assert.equal("self p.energy; 5; <", condition { { "self", "energy", "<", 5 } })
    assert.equal("distance; 41; <; self p.fed; 1; ==", condition { { "distance", "<", "nearby" }, { "self", "fed", "==", true } })
    assert.equal("env p.weather; 1; ==", condition { { "env", "weather", "==", "rainy" } })
  end)

  it("may be a list, in which functions come last", function()
    local fn = function() end
    assert.equal("distance; 41; <; self p.energy; 5; <; self p.fed; 1; ==; call somewhere:1 1; call somewhere:2 2",
      condition { fn, "distance < nearby", { "self", "energy", "<", 5 }, fn, "self.fed" })
    assert.equal("", condition {})
    assert.equal("env p.hour; 8; <; env p.hour; 18; >=; or; self p.fed; 1; ==",
      condition { "env.hour < 8 or env.hour >= 18", "self.fed" })
  end)
end)

describe("effects (S6)", function()
  it("set, add and subtract", function()
    assert.equal("sub target p.seats 1; set self p.sitting 1", effects "target.seats -= 1; self.sitting = true")
    assert.equal("add target p.seats 1; set self p.sitting 0; add self p.energy 3",
      effects "target.seats += 1; self.sitting = false; self.energy += 3")
    assert.equal("set self p.mood 2", effects "self.mood = 'happy'")
    assert.equal("set self p.energy -5", effects "self.energy = -5;")
    assert.equal("set self p.energy 82", effects ";; self.energy = nearby * two")
    assert.equal("", effects "  -- nothing")
  end)

  it("what has to be calculated (S7)", function()
    assert.equal("now; set self p.waiting_since stacked", effects "self.waiting_since = now")
    assert.equal("target p.seats; 2; *; add self p.energy stacked",
      effects "self.energy += target.seats * 2")
    assert.equal("1; self p.fed; -; set self p.fed stacked", effects "self.fed = 1 - self.fed")
  end)

  it("raise interruptions (S45)", function()
    assert.equal("set target p.waiting 0; raise target p.served", effects "target.waiting = false; raise served on target")
    assert.equal("raise self market.flood", effects "raise market.flood on self")
    assert.equal("raise_within self p.served 30; raise_within self p.served 82",
      effects "raise served within 30; raise served within nearby * two")
    assert.equal("raise_within self p.served 5", effects { { "raise", "served", "within", 5 } })
    assert.equal("raise_within self p.served 41", effects { { "raise", "served", "within", "nearby" } })
    local as_a_state = { interruption = function() return { name = "p.mood" } end }
    assert.equal("raise_within self p.mood 41",
      compiled({ { "raise", "mood", "within", "nearby" } }, "effects", as_a_state))
  end)

  it("may be tables, functions and lists, in the order written", function()
    assert.equal("add self p.energy 3; raise target p.served",
      effects { { "self", "energy", "+=", 3 }, { "raise", "served", "on", "target" } })
    assert.equal("call somewhere:1 1; set self p.fed 1", effects { function() end, "self.fed = true" })
    assert.equal("call somewhere:1 1", effects(function() end))
    assert.equal("set self p.mood 0", effects { { "self", "mood", "=", "sad" } })
  end)
end)

describe("a mistake in an expression", function()
  it("shows the text with a caret under the spot", function()
    assert.equal('unknown state "seat" (did you mean "seats"?)\ntarget.seat > 0 and distance < nearby\n       ^',
      wrong "target.seat > 0 and distance < nearby")
  end)

  it("shows only the line that is wrong", function()
    assert.equal("expected a value, found and\nor and self.fed\n   ^", wrong "self.fed\n   or and self.fed\n   or env.open")
  end)

  it("counts characters, not bytes", function()
    assert.equal("there is no / (there are only + - *)\n'é' == 5 / 2\n         ^", wrong "'é' == 5 / 2")
  end)

  it("cuts long lines", function()
    local long = ("self.fed and "):rep(20) .. "self.fad" .. (" and self.fed"):rep(20)
    local shows = wrong(long)
    assert.truthy(shows:find("^unknown state \"fad\" %(did you mean \"fed\"%?%)\n%.%.%..*self%.fad.*%.%.%.\n +%^$"))
    local _, line, caret = shows:match("^(.-)\n(.-)\n( *)%^$")
    assert.equal("fad", line:sub(#caret + 1, #caret + 3))
  end)

  it("cuts between characters", function()
    for shift = 0, 1 do
      local line = wrong((" "):rep(shift) .. "self.mood == '" .. ("é"):rep(60) .. "' and self.fad and self.mood == '"
        .. ("é"):rep(60) .. "' and self.fed"):match("unknown state.-\n(.-)\n")
      assert.is_nil(line:find("^%.%.%.[\128-\191]"))
      assert.is_nil(line:find("[\194-\244]%.%.%.$"))
    end
  end)

  it("is told for every name of a text at once", function()
    assert.equal('unknown state "enrgy" (did you mean "energy"?)\nself.enrgy > 1 and env.wether == 2\n     ^\n'
      .. 'unknown environment "wether" (did you mean "weather"?)\nself.enrgy > 1 and env.wether == 2\n'
      .. '                       ^', wrong "self.enrgy > 1 and env.wether == 2")
  end)

  local function head(text) return (text:match("^[^\n]*")) end
  local cases = {
    -- Names
    { "energy > 5", 'unknown constant "energy" (did you mean self.energy or target.energy?)' },
    { "hour > 5", 'unknown constant "hour" (did you mean env.hour?)' },
    { "distnace < 5", 'unknown constant "distnace" (did you mean "distance"?)' },
    { "distance < neraby", 'unknown constant "neraby" (did you mean "nearby"?)' },
    { "sefl.energy > 5", 'unknown constant "sefl.energy" (did you mean "self.energy"?)' },
    { "self.weather == 1", 'unknown state "weather" (did you mean env.weather?)' },
    { "env.energy == 1", 'unknown environment "energy" (did you mean self.energy or target.energy?)' },
    { "self.xyzzy == 1", 'unknown state "xyzzy"' },
    { "xyzzy == 1", 'unknown constant "xyzzy"' },
    { "self.mood == 'hapy'", "self.mood has no value 'hapy'; it has 'sad', 'calm', 'happy' (did you mean \"happy\"?)" },
    { "self.energy == 'happy'", "self.energy has no named values (use a number)" },
    { "self.fed == 'yes'", "self.fed has no named values (it is a flag: compare it with true or false)" },
    { "distance == 'far'", "distance has no named values (use a number)" },
    { "5 == 'happy'", "'happy' stands next to no key (compare a named value with the key that has it)" },
    -- Values and conditions
    { "self.energy", "self.energy is not a flag (compare it with something: self.energy > 0)" },
    { "self.mood", "self.mood is not a flag (compare it: self.mood == 'sad')" },
    { "distance", "distance is not a flag (compare it with something: distance > 0)" },
    { "5", "a value stands where a condition belongs (compare it with something)" },
    { "'happy'", "a value stands where a condition belongs (compare it with something)" },
    { "self.fed and 3", "a value stands where a condition belongs (compare it with something)" },
    { "self.energy == true", "self.energy is not a flag (use a number)" },
    { "self.energy + 1 == true", "what it stands next to is not a flag (use a number)" },
    { "self.energy + true == 2", "true and false cannot be calculated with (use 1 and 0)" },
    { "self.mood + 'happy' == 2", "a named value cannot be calculated with (compare it with its key)" },
    { "(self.fed and env.open) + 1 == 2", "a condition stands where a value belongs" },
    { "not self.energy == 5", "not binds tighter than == (write not (...))" },
    { "(not self.fed) == 1", "a condition stands where a value belongs (join conditions by and, or)" },
    { "(self.fed or self.fed) == self.fed", "a condition stands where a value belongs (join conditions by and, or)" },
    -- Syntax
    { "", "the text is empty (leave it out)" },
    { "-- only a comment", "the text is empty (leave it out)" },
    { "self", "self alone says nothing (name what of it: self.something)" },
    { "self.", "expected a name after self., found the end" },
    { "self.5 > 1", ".5 is not a whole number (state and distance are whole numbers)" },
    { "self.a.b.c > 1", "a.b has too many parts (a name is name or pack.name)" },
    { "distance.x > 1", "distance has nothing after a dot (write distance alone)" },
    { "self.energy = 5", "= changes something, which a condition cannot (write == to compare)" },
    { "self.energy += 5", "+= changes something, which a condition cannot (move it to start, finish or interrupted)" },
    { "1 < self.energy < 5", "comparisons cannot be chained (join two of them by and)" },
    { "self.energy != 5", "there is no != (write ~=)" },
    { "self.fed && self.fed", "there is no && (write and)" },
    { "self.fed || self.fed", "there is no || (write or)" },
    { "!self.fed", "there is no ! (write not)" },
    { "self.energy => 5", "there is no => (write >=)" },
    { "self.energy / 2 > 1", "there is no / (there are only + - *)" },
    { "self.energy % 2 == 1", "there is no % (there are only + - *)" },
    { "self.energy # 2", "what is # here?" },
    { "self.energy \1 2", "what is byte 1 here?" },
    { "self.energy > 1.5", "1.5 is not a whole number (state and distance are whole numbers)" },
    { "self.energy > 0x10", "malformed number 0x10 (write digits only)" },
    { "self.energy > 2147483648", "2147483648 is beyond 32 bits (use a number from -2147483648 to 2147483647)" },
    { "self.energy > -2147483649", "-2147483649 is beyond 32 bits (use a number from -2147483648 to 2147483647)" },
    { "self.mood == 'happy", "a quote without its end (close it with ')" },
    { "self.mood == 'happy\n'", "a quote without its end (close it with ')" },
    { "(self.fed", "expected ) before the end (close the parenthesis)" },
    { "self.fed)", "expected the end, found )" },
    { "self.fed self.fed", "expected the end, found self" },
    { "self.fed; self.fed", "expected the end, found ; (effects belong in start, finish or interrupted;"
      .. " join conditions by and)" },
    { "self.energy >", "expected a value, found the end" },
    { "and self.fed", "expected a value, found and" },
    { ("("):rep(65) .. "self.fed" .. (")"):rep(65), "nested more than 64 deep (split it, or use a function)" },
    { ("not "):rep(65) .. "self.fed", "nested more than 64 deep (split it, or use a function)" },
    { "self.energy > " .. ("- "):rep(66) .. "1", "nested more than 64 deep (split it, or use a function)" },
    { ("x"):rep(65537), "the text is longer than 65536 bytes (split it, or use a function)" },
    { "1 < " .. ("self.energy + ("):rep(33) .. "1" .. (")"):rep(33),
      "more than 32 values are needed at a time (calculate the inner part first, or use a function)" },
  }
  for _, case in ipairs(cases) do
    it(("says of %s: %s"):format(case[1]:sub(1, 40):gsub("%c", "?"), case[2]), function()
      assert.equal(case[2], head(wrong(case[1])))
    end)
  end

  local effect_cases = {
    { "self.energy == 5", "expected =, += or -=, found == (write = to set)" },
    { "self.energy", "expected =, += or -=, found the end" },
    { "energy = 5", "energy cannot be changed (did you mean self.energy or target.energy?)" },
    { "rasie served on self", 'rasie cannot be changed (did you mean "raise"?)' },
    { "env.hour = 5", "an effect cannot change env (change a state of self or target)" },
    { "distance = 5", "an effect cannot change distance (change a state of self or target)" },
    { "now += 5", "an effect cannot change now (change a state of self or target)" },
    { "5 = 5", "expected an effect, found 5 (such as self.energy += 1)" },
    { "self.energy = 5 self.fed = true", "expected the end, found self (put a ; between two effects)" },
    { "self.fed = self.energy > 5", "expected the end, found > (a condition has no value that could be kept)" },
    { "self.fed = self.fed and self.fed", "expected the end, found and (a condition has no value that could be kept)" },
    { "self.fed = not self.fed", "a condition has no value that could be kept (write 1 - self.fed)" },
    { "self.fed = (self.energy > 5)", "a condition has no value that could be kept" },
    { "self.fed += true", "true and false cannot be calculated with (use 1 and 0)" },
    { "self.mood += 'sad'", "a named value cannot be calculated with (compare it with its key)" },
    { "self.energy = 'sad'", "self.energy has no named values (use a number)" },
    { "self.energy = true", "self.energy is not a flag (use a number)" },
    { "self.enrgy = 5", 'unknown state "enrgy" (did you mean "energy"?)' },
    { "raise servd on self", 'unknown interruption "servd" (did you mean "served"?)' },
    { "raise served within", "expected a value, found the end" },
    { "raise served within self.energy", "within is no number of units (give a number or a constant, 0 or more)" },
    { "raise served within -1", "within is no number of units (give a number or a constant, 0 or more)" },
    { "raise within 5", "expected the name of an interruption, found within" },
    { "raise on self", "expected the name of an interruption, found on" },
    { "raise 5 on self", "expected the name of an interruption, found 5" },
    { "raise served", "expected on self, on target or within, found the end (write raise served on self, on target, or within 30)" },
    { "raise served on env", "expected self, target or a path, found env (write raise served on self, on target, or within 30)" },
    { "self.energy = 5; target", "target alone says nothing (name what of it: target.something)" },
  }
  for _, case in ipairs(effect_cases) do
    it(("says of the effect %s: %s"):format(case[1], case[2]), function()
      assert.equal(case[2], head(wrong_effects(case[1])))
    end)
  end

  local table_cases = {
    { { "self", "energy", "<", 5 }, "an operation stands where a list of them belongs (put braces around it: { { ... } })" },
    { { { "sefl", "energy", "<", 5 } }, 'there is no subject sefl (did you mean "self"?)' },
    { { { "self", "enrgy", "<", 5 } }, 'unknown state "enrgy" (did you mean "energy"?)' },
    { { { "self", 5, "<", 5 } }, "self alone says nothing (name what of it)" },
    { { { "self", "energy", "=", 5 } }, "= cannot stand in a condition (use one of < <= == > >= ~=)" },
    { { { "self", "energy", "<" } }, "it has 3 parts instead of 4 (write { subject, name, operator, value })" },
    { { { "self", "energy", "<", 1.5 } }, "1.5 is not a whole number of 32 bits" },
    { { { "self", "energy", "<", {} } },
      "its value is a table (give a number, true, false, a named value or a constant)" },
    { { { "self", "energy", "<", "neraby" } }, 'unknown constant "neraby" (did you mean "nearby"?)' },
    { { { "self", "energy", "<", 5, when = 1 } }, "an operation has no when (write { subject, name, operator, value })" },
    { { { "self", "mood", "==", "hapy" } },
      "self.mood has no value 'hapy'; it has 'sad', 'calm', 'happy' (did you mean \"happy\"?)" },
    { { "self.fed", when = "x" }, "a list has no when (list texts, functions and operations)" },
    { { true }, "a boolean says nothing here (give text, a function, an operation or a list of these)" },
    { true, "a boolean says nothing here (give text, a function, an operation or a list of these)" },
  }
  for i, case in ipairs(table_cases) do
    it(("says of table %d: %s"):format(i, case[2]), function() assert.equal(case[2], head(wrong(case[1]))) end)
  end

  it("is told for effects as tables too", function()
    assert.equal("an effect cannot change env (change a state of self or target)",
      wrong_effects { { "env", "hour", "=", 5 } })
    assert.equal('it does not raise anything (write { "raise", NAME, "on", "self" }, "on", "target" or "within", 30)',
      wrong_effects { { "raise", "served", "self" } })
    assert.equal("< cannot stand in effects (use one of += -= =)", wrong_effects { { "self", "energy", "<", 5 } })
  end)

  it("names the item of a list", function()
    local _, errors = expression.compile({ "self.fed", "self.fad" }, "condition", scopes.new())
    assert.equal(2, errors[1].item)
    assert.equal("self.fad", errors[1].text)
    assert.equal(6, errors[1].column)
  end)

  it("is whatever an interruption reads beside the environment (S45)", function()
    local only = { environment_only = true }
    assert.equal("env p.weather; 1; ==", condition("env.weather == 'rainy'", only))
    assert.equal("the condition of an interruption cannot be about self (use environment values only)",
      head(wrong("self.fed", only)))
    assert.equal("the condition of an interruption cannot be about now (use environment values only)",
      head(wrong("now > 5", only)))
    assert.equal("the condition of an interruption cannot call functions (use environment values only)",
      head(wrong(function() end, only)))
  end)
end)

describe("a long expression", function()
  it("needs no deep stack", function()
    local ops = expression.compile(("self.energy > 1 and "):rep(3000) .. "self.fed", "condition", scopes.new())
    assert.equal(9003, #ops)
    ops = expression.compile("1 < " .. ("self.energy + "):rep(3000) .. "1", "condition", scopes.new())
    assert.equal(6003, #ops)
  end)

  it("counts only what is open at a time as deep", function()
    local texts = {}
    for i = 1, 100 do texts[i] = "(not (-self.energy * 2 > (target.seats)))" end
    assert.is_table(expression.compile(table.concat(texts, " and "), "condition", scopes.new()))
    for i = 1, 100 do texts[i] = "self.energy += (1 + target.seats)" end
    assert.is_table(expression.compile(table.concat(texts, "; "), "effects", scopes.new()))
  end)
end)

describe("a constant amount", function()
  it("is made of numbers and constants", function()
    local scope = scopes.new()
    assert.equal(84, expression.constant("nearby * two + 2", scope))
    local _, errors = expression.constant("self.energy", scope)
    assert.equal("this is not known beforehand (use numbers and constants only)\nself.energy\n^",
      expression.format(errors[1]))
    _, errors = expression.constant("2 +", scope)
    assert.equal("expected a value, found the end\n2 +\n   ^", expression.format(errors[1]))
  end)
end)
