---@meta bustle.words
--- The words that the files of a pack are written in, for editors with the Lua language server. Never required: packs are
--- offered the words when they are loaded. What may stand in a definition is in `bustle/meta.lua`.

---Declares a state that entities may have: `state "energy" { default = 6, min = 0, max = 10 }`.
---@param name string
---@return fun(fields: bustle.KeyFields)
function state(name) end

---Declares a value that the game is asked for: `env "weather" { every = 5, values = { "sunny", "rainy" } }`.
---@param name string
---@return fun(fields: bustle.EnvironmentFields)
function env(name) end

---Declares how entities can be linked: `link "home" {}`, or with a value: `link "trust" { min = -10, max = 10 }`.
---@param name string
---@return fun(fields: bustle.LinkFields)
function link(name) end

---Declares where NPCs can find messages: `inbox "orders" { limit = 16, keep = 30 }`.
---@param name string
---@return fun(fields: bustle.InboxFields)
function inbox(name) end

---Declares what can interrupt NPCs: `interruption "shout" {}`.
---@param name string
---@return fun(fields: bustle.InterruptionFields)
function interruption(name) end

---Declares a number or a truth for expressions, which a game may set: `constant "nearby" (41)`.
---@param name string
---@return fun(value: integer | boolean)
function constant(name) end

---Declares what an NPC can do: `action "nap" { duration = { 6, 10 }, targets = "seat" }`.
---@param name string
---@return fun(fields: bustle.ActionFields)
function action(name) end

---Declares in which order things are done: `sequence "day" { entry = "work", work = { action = "dig", to = "END" } }`.
---@param name string
---@return fun(fields: bustle.SequenceFields)
function sequence(name) end

---Declares what is done at which time of the day: `plan "farmer" { { "06:00", "07:00", "breakfast", vary = 15 },
---{ "07:00", "22:00", "work" } }`.
---@param name string
---@return fun(fields: bustle.PlanFields)
function plan(name) end

---Declares what an NPC may be for a time: `role "patron" { main = "evening", on = { brawl = "duck" } }`.
---@param name string
---@return fun(fields: bustle.RoleFields)
function role(name) end

---Declares what several NPCs do together, a row for each phase: `scene "toast" { parts = { { "guest", count = { 2, 6 },
---who = "person" } }, { guest = "raise_mug" }, { guest = "drink" } }`.
---@param name string
---@return fun(fields: bustle.SceneFields)
function scene(name) end

---Declares a thing that actions may have as their target: `prop "bench" { static = true, tags = "seat" }`.
---@param name string
---@return fun(fields: bustle.PropFields)
function prop(name) end

---Declares who decides: `npc "visitor" { main = "day", fallback = "idle" }`.
---@param name string
---@return fun(fields: bustle.NpcFields)
function npc(name) end

---Puts a prop or an NPC into the world: `place "bench" { name = "by the well", x = 40, y = 12 }`. With `links`
---it is linked to other places: `links = { seat = { "chair 1", "chair 2" }, regular = { Brian = 3 } }`.
---@param name string of the prop or NPC
---@return fun(fields: bustle.Spot)
function place(name) end

---Adds to a definition, of another pack or this one: `extend "market.visitor" { tags = { "wet" } }`.
---@param name string with its pack, and with its word where that is not clear: "sequence common.idle"; a place by its name: "place The Crown"
---@return fun(fields: bustle.Extension | integer | boolean)
function extend(name) end

---Puts a definition in the place of another of the same kind and name.
---@param name string as for `extend`
---@return fun(fields: bustle.Definition | integer | boolean)
function replace(name) end

---One thing after the other, then the end: `sequence "morning" (chain { "wake_up", "wash" })`.
---@param steps bustle.Steps
---@return bustle.SequenceFields
function chain(steps) end

---One of several things, as memory and conditions decide, then the end.
---@param options bustle.Options
---@return bustle.SequenceFields
function choice(options) end

---The same steps again and again until a condition holds after the last of them.
---@param condition bustle.Condition
---@param steps bustle.Steps
---@return bustle.SequenceFields
function loop_until(condition, steps) end
