---@meta bustle
--- Types for editors with the Lua language server. Never required: `require "bustle"` is `init.lua`.

---@class bustle
---@field version string
local bustle = {}

---Makes a world of packs. Raises one error with all problems of the content.
---@param options bustle.WorldOptions
---@return bustle.World
function bustle.world(options) end

---Makes a pack of plain tables. Its mistakes are told when a world is made of it.
---@param fields bustle.PackFields
---@return bustle.Pack
function bustle.pack(fields) end

---One thing after the other, then the end.
---@param steps bustle.Steps
---@return bustle.SequenceFields
function bustle.chain(steps) end

---One of several things, as memory and conditions decide, then the end.
---@param options bustle.Options
---@return bustle.SequenceFields
function bustle.choice(options) end

---The same steps again and again until a condition holds after the last of them.
---@param condition bustle.Condition
---@param steps bustle.Steps
---@return bustle.SequenceFields
function bustle.loop_until(condition, steps) end

-- ---- LÖVE ----

---@class bustle.love
bustle.love = {}

---Reloads a world when a file of its packs changes; see docs/saving.md.
---@param world bustle.World
---@param options? { every?: number, on_reload?: fun(changes: bustle.Change[]), filesystem?: table, clock?: fun(): number }
---@return fun() stop
function bustle.love.watch(world, options) end

-- ---- JSON ----

---Content from JSON files, and to them; see docs/json.md.
---@class bustle.json
bustle.json = {}

---Loads JSON files into a pack. Needs lua-cjson. What is wrong with them is told when a world is made of the pack.
---@param options bustle.JsonFiles
---@return bustle.JsonPack
function bustle.json.load(options) end

---Writes a pack as JSON files.
---@param pack bustle.Pack | bustle.PackFields | string a string: the folder of a pack
---@param folder string that exists
---@return bustle.JsonFiles? files what `load` takes to read them again; nil if something does not fit
---@return string? message all that is wrong
---@return bustle.Problem[]? problems the same as a list
function bustle.json.save(pack, folder) end

---@class bustle.JsonText
---@field text string
---@field name? string for messages

---A path; with a slash at its end, the JSON files of that folder; a text; or a list of these.
---@alias bustle.JsonSource string | bustle.JsonText | (string | bustle.JsonText)[]

---@class bustle.JsonFiles
---@field name? string of the pack, "json"
---@field schema? bustle.JsonSource
---@field conditions? bustle.JsonSource
---@field actions? bustle.JsonSource
---@field sequences? bustle.JsonSource
---@field entities? bustle.JsonSource
---@field ends? "game" | "timed" who ends actions, "game"

---@class bustle.JsonPack : bustle.Pack
---@field problems bustle.Problem[] what was found while loading
---@field ids bustle.JsonIds

---The names of things by their ids in the files.
---@class bustle.JsonIds
---@field state table<integer, string>
---@field interruption table<integer, string>
---@field environment table<integer, string>
---@field action table<integer, string>
---@field sequence table<integer, string>
---@field entity table<integer, string>
---@field nodes table<string, table<integer, string>> by sequence

-- ---- Content ----

---@class bustle.Pack what `bustle.pack` makes, or a folder
---@field name string
---@field version? string
---@field title? string
---@field authors string[]
---@field path? string its folder

---@class bustle.PackFields
---@field name string
---@field version? string
---@field title? string
---@field authors? string | string[]
---@field bustle? string versions of the library: ">= 0.1"
---@field depends? string | string[] such as "common >= 1.0, < 2"
---@field optional? string | string[] as `depends`, but they need not be there
---@field conflicts? string | string[] what it cannot be with
---@field stand_ins? table<string, any> values in place of what a game exposes, for `bustle run`; under "name()" what a function returns
---@field states? table<string | integer, bustle.KeyFields | string>
---@field env? table<string | integer, bustle.EnvironmentFields | string>
---@field links? table<string | integer, bustle.LinkFields | string>
---@field inboxes? table<string | integer, bustle.InboxFields | string>
---@field interruptions? table<string | integer, bustle.InterruptionFields | string>
---@field constants? table<string, integer | boolean>
---@field actions? table<string, bustle.ActionFields>
---@field sequences? table<string, bustle.SequenceFields>
---@field plans? table<string, bustle.PlanFields>
---@field roles? table<string, bustle.RoleFields>
---@field scenes? table<string, bustle.SceneFields>
---@field props? table<string, bustle.PropFields>
---@field npcs? table<string, bustle.NpcFields>
---@field places? bustle.PlaceFields[]
---@field extend? table<string, bustle.Extension | integer | boolean> what is added to definitions: `{ ["market.visitor"] = { tags = { "wet" } } }`
---@field replace? table<string, bustle.Definition | integer | boolean> what takes the place of definitions

---What a state holds: a number, a boolean if it is a flag, a name if it has named values.
---@alias bustle.Value integer | boolean | string

---@alias bustle.Operation { [1]: string, [2]: string, [3]: string, [4]: any }
---@alias bustle.ConditionFunction fun(npc: bustle.NpcView, target: bustle.NpcView?, env: table<string, bustle.Value>, game: table): any
---@alias bustle.EffectFunction fun(npc: bustle.NpcView, target: bustle.NpcView?, env: table<string, bustle.Value>, game: table)
---@alias bustle.Condition string | bustle.ConditionFunction | (string | bustle.ConditionFunction | bustle.Operation)[]
---@alias bustle.Effects string | bustle.EffectFunction | (string | bustle.EffectFunction | bustle.Operation)[]

---What a condition or effect function sees of an entity, until it returns.
---@class bustle.NpcView
---@field name? string
---@field kind string
---@field x integer
---@field y integer
---@field z integer
---@field state table<string, bustle.Value> effects may write it
---@field owner any only for packs that the game builds in its own code

---A definition may say which warnings of `bustle check` are meant.
---@class bustle.Allowing
---@field allow? string | string[] codes of warnings that are meant

---@class bustle.KeyFields : bustle.Allowing
---@field default? bustle.Value what it is at first; otherwise 0, moved to the nearest bound
---@field min? integer the lowest value, which it stops at
---@field max? integer the highest value, which it stops at
---@field flag? boolean true and false in Lua, 0 and 1 inside
---@field values? string[] names of its values, counted from 0

---@class bustle.EnvironmentFields : bustle.KeyFields
---@field every? number seconds between two questions

---A kind of links between entities. One that says nothing is or is not; the others have a value.
---@class bustle.LinkFields : bustle.Allowing
---@field default? integer what is read where there is no link; otherwise 0, moved to the nearest bound
---@field min? integer the lowest value, which it stops at
---@field max? integer the highest value, which it stops at

---A kind of inboxes, in which NPCs find messages.
---@class bustle.InboxFields : bustle.Allowing
---@field limit? integer how many messages one holds, 16 unless given; 0: it is taken at once by whoever waits for it, or refused
---@field keep? number seconds after which a message goes; without it they stay

---@class bustle.InterruptionFields : bustle.Allowing
---@field when? string a condition over the environment: then it raises itself

---@class bustle.ActionFields : bustle.Allowing
---@field duration? number | { [1]: number, [2]: number } seconds, or a range
---@field timeout? number seconds, at which it ends in any case
---@field timeout_fails? boolean whether it has then failed; otherwise it is done
---@field resumable? boolean whether it goes on with the time that was left after an interruption
---@field targets? string | string[] | boolean tags, or whether it takes a target
---@field within? integer | string how near the target has to be, in units or by a constant; tested before `when`
---@field when? bustle.Condition what has to be so for it to start
---@field start? bustle.Effects what comes of it at once
---@field finish? bustle.Effects what comes of it when it is done
---@field interrupted? bustle.Effects what comes of it when it is interrupted
---@field claim? bustle.Claim what it takes of its target while it runs, such as "target.seats"
---@field prefer? string such as "nearest", "least target.waiting_since" or "most self.trust(target) - distance"
---@field travel? integer | string units a second, or "self.speed", in place of a duration
---@field near? integer | string travel ends so many units short of the target
---@field ends? "timed" | "game" who ends it: its time, or the game
---@field ends_on? string | string[] interruptions that complete it
---@field tags? string | string[] for the game: `world:handle { tag = ... }`
---@field show? table for the game, as `run.show`

---A state of the target, with an amount if that is not 1, or a list of these: "target.seats", { "target.coins", 3 }.
---@alias bustle.Claim string | (string | integer)[] | (string | (string | integer)[])[]

---Claims of a sequence: as those of an action, and with `kept = true` beside them what interruptions do not give back.
---@alias bustle.SequenceClaim bustle.Claim | { [integer]: string | integer | (string | integer)[], kept: boolean }

---Whom links lead to: "home", "seat of target", "contains(sword) of contains(chest) of home", "inner+ of area".
---@alias bustle.Path string

---@class bustle.EdgeFields
---@field [1] string a node, or "END"
---@field when? bustle.Condition what has to be so for it to be open
---@field otherwise? boolean open only when no other is

---@class bustle.NodeFields
---@field action? string what is done there
---@field sequence? string what is run there in place of an action
---@field wait? bustle.Condition what it waits for, in place of an action
---@field scene? string what is begun there with others, in place of an action
---@field as? string the part that the NPC has in the scene; without it, it only stages the scene and waits for its end
---@field pass? boolean nothing is done there: in a scene, a phase that the NPC lets pass
---@field timeout? number seconds after which a wait, a meeting or an awaited message fails, 60 unless given, or a scene, a request or a take that finds nothing, at once unless given
---@field every? number seconds between two looks whether it has come; 1 unless given
---@field waiting? string an action to be seen in while it waits
---@field request? true | string | string[] an offer that is asked for, several in order, or any (true), in place of an action
---@field from? "target" | "area" | bustle.Path whom a request asks: the target that the sequence used last, the areas around, or those whom links lead to
---@field targets? string | string[] of a request: whoever has one of these tags is asked; without this and `from` everybody; of a message that is sent likewise
---@field within? integer | string of a request: how near whoever is asked has to be; of a message: whoever receives it, or has sent it
---@field when? bustle.Condition of a request: what has to be so of whoever is asked, the `target`; of a message: of whoever receives it, or has sent it
---@field only_while? bustle.Condition of a request or a sequence: once this is not so any more, it is over, and the node fails
---@field prefer? string of a request: whom, as for actions; of a message: to whom it is sent, or from whom it is taken first
---@field body? true | string of a request: a sequence for the place that is marked `body = true` in what is offered
---@field optional? boolean of a request: it may ask for what nothing offers
---@field take? string an inbox of the NPC from which a message is taken, in place of an action; its sender is the target from then on
---@field into? string of a take: a state of the NPC that is set to what the message holds
---@field send? string an inbox to which a message is sent, in place of an action
---@field value? integer | string of a message that is sent: what it holds, a number or an expression over `self` and `target`, the receiver; 0 unless given
---@field await? boolean of a message that is sent: it waits until what took it has ended
---@field meet? string a name under which others are met, in place of an action; all packs share these names
---@field at? "target" | "area" | bustle.Path of a meeting: where it is
---@field count? integer of a meeting: how many there have to be
---@field free? boolean in a part of a scene: it is no phase, nobody waits for the others after it
---@field to? string | bustle.EdgeFields | (string | bustle.EdgeFields)[] where it goes on; "END" ends the sequence
---@field failed? string where to go if it fails
---@field target? string "same": the target that the sequence used last; "member": another member of the scene; the name of a part: its first member; a path: one of those whom links lead to; "any": whoever accepts the action or has the inbox, as without this

---A cell of a scene: what a part does in a phase. A targeted action is aimed at another member, and a message is sent there, unless it says otherwise.
---@class bustle.CellFields
---@field [1]? string an action or a sequence
---@field action? string what is done there
---@field sequence? string what is run there in place of an action
---@field wait? bustle.Condition what it waits for, in place of an action
---@field scene? string what is begun there with others, in place of an action
---@field as? string the part that the NPC has in that scene
---@field pass? boolean nothing is done there, as without the cell
---@field timeout? number seconds after which a wait, a meeting or an awaited message fails, or a scene, a request or a take that finds nothing
---@field every? number seconds between two looks whether it has come; 1 unless given
---@field waiting? string an action to be seen in while it waits
---@field request? true | string | string[] an offer that is asked for, several in order, or any (true), in place of an action
---@field from? "target" | "area" | bustle.Path whom a request asks: the target that the sequence used last, the areas around, or those whom links lead to
---@field targets? string | string[] of a request: whoever has one of these tags is asked; without this and `from` everybody; of a message that is sent likewise
---@field within? integer | string of a request: how near whoever is asked has to be; of a message: whoever receives it, or has sent it
---@field when? bustle.Condition of a request: what has to be so of whoever is asked, the `target`; of a message: of whoever receives it, or has sent it
---@field only_while? bustle.Condition of a request or a sequence: once this is not so any more, it is over, and the node fails
---@field prefer? string of a request: whom, as for actions; of a message: to whom it is sent, or from whom it is taken first
---@field body? true | string of a request: a sequence for the place that is marked `body = true` in what is offered
---@field optional? boolean of a request: it may ask for what nothing offers
---@field take? string an inbox of the NPC from which a message is taken, in place of an action; its sender is the target from then on
---@field into? string of a take: a state of the NPC that is set to what the message holds
---@field send? string an inbox to which a message is sent, in place of an action
---@field value? integer | string of a message that is sent: what it holds, a number or an expression over `self` and `target`, the receiver; 0 unless given
---@field await? boolean of a message that is sent: it waits until what took it has ended
---@field meet? string a name under which others are met, in place of an action; all packs share these names
---@field at? "target" | "area" | bustle.Path of a meeting: where it is
---@field count? integer of a meeting: how many there have to be
---@field failed? string | number where to go if it fails: the number of a row, "next" or "END"; otherwise the part fails
---@field target? string "member": another member, as without this; the name of a part; "same": the target that it used last; a path: one of those whom links lead to; "any": whoever accepts the action or has the inbox

---@class bustle.OptionFields : bustle.NodeFields
---@field [1]? string the action
---@field when? bustle.Condition what has to be so for it to be open
---@field otherwise? boolean open only when no other is

---Names of actions, or nodes; `claim`, `castable`, `same` and `allow` are those of the sequence.
---@class bustle.Steps : bustle.Allowing
---@field [integer] string | bustle.NodeFields
---@field claim? bustle.SequenceClaim what the sequence takes of its target until it ends
---@field castable? boolean | string | string[] whether those who run the sequence can be cast in staged scenes: in all, in none at all, or in these
---@field same? boolean whether its targeted actions, messages and meetings that name no target have the same one

---Names of actions, or nodes with conditions; `claim`, `castable`, `same` and `allow` are those of the sequence.
---@class bustle.Options : bustle.Allowing
---@field [integer] string | bustle.OptionFields
---@field claim? bustle.SequenceClaim what the sequence takes of its target until it ends
---@field castable? boolean | string | string[] whether those who run the sequence can be cast in staged scenes: in all, in none at all, or in these
---@field same? boolean whether its targeted actions, messages and meetings that name no target have the same one

---@class bustle.SequenceFields : bustle.Allowing
---@field entry string the node it begins at
---@field claim? bustle.SequenceClaim what it takes of its target until it ends
---@field castable? boolean | string | string[] whether those who run it can be cast in staged scenes: in all (true), in these, or, in none and in no others either (false)
---@field same? boolean whether its targeted actions, messages and meetings that name no target have the same one: in an offered sequence, whoever offers it
---@field [string] bustle.NodeFields nodes by name

---What is the main sequence of an NPC at which time of the day.
---@class bustle.PlanFields : bustle.Allowing
---@field [integer] bustle.PlanEntryFields

---@class bustle.PlanEntryFields
---@field [1] string when it begins, by the world's clock: "06:00"
---@field [2] string when it ends; not after that: on the next day
---@field [3] string a sequence
---@field vary? integer minutes by which it begins earlier or later at the most, another amount every day; 0 unless given
---@field skip? integer minutes: with less time left it does not begin, and is not returned to; 0 unless given
---@field priority? integer of two at the same time the higher one counts; 0 unless given
---@field change? "node" | "action" | "now" when it replaces what was done before: between two nodes (as it is without this), after an action, or at once

---An entry that the game adds to the plan of one NPC.
---@class bustle.PatchFields : bustle.PlanEntryFields
---@field days? integer for how many, today being the first; without it until it is taken away

---@class bustle.PropFields : bustle.Allowing
---@field static? boolean whether it never moves
---@field every? number seconds between two questions for its position
---@field tags? string | string[] what it is, for `targets` of actions and cues and `who` of scenes
---@field accepts? string | string[] actions that may have it as their target
---@field state? table<string | integer, bustle.Value> names, or values by name
---@field position? "none" it is nowhere: at no distance from anybody
---@field offers? table<string, string | bustle.OfferFields> sequences that NPCs may request of it, by name
---@field area? bustle.BoxFields | bustle.BoxFields[] how far it reaches around its position, in up to 8 boxes; an area is static
---@field trigger? boolean of an area: it is nobody's innermost area, and no area's outer one
---@field enter? bustle.Effects of an area: what comes of it when an NPC (`self`) enters it (`target`)
---@field exit? bustle.Effects of an area: what comes of it when an NPC leaves it

---Behaviour that a thing, a place or somebody brings along, for NPCs that request it. `self` is who asks, `target` who offers.
---@class bustle.OfferFields
---@field sequence string what whoever takes it does
---@field undo? string a sequence that whoever is called away performs first
---@field when? bustle.Condition what has to be so for it to be taken
---@field only_while? bustle.Condition what has to be so, too, and to stay so: otherwise it is taken away
---@field adopt? bustle.Effects what comes of it when it is taken
---@field drop? bustle.Effects what comes of it when it is given back
---@field holders? integer | "any" how many may hold it at a time, 1
---@field kept? boolean whether it stays taken through interruptions

---A box of an area, in units of the game.
---@class bustle.BoxFields
---@field width number along x
---@field depth number along y
---@field height? number along z; without it there is no limit
---@field x? number how far its middle is from the position
---@field y? number how far its middle is from the position
---@field z? number how far its middle is from the position

---@class bustle.NpcFields : bustle.PropFields
---@field main? string the sequence that it runs again and again; it may be left to the roles
---@field plan? string which sequence that is at which time of the day, in place of `main`
---@field inboxes? string | string[] in which it finds messages
---@field fallback? string | string[] sequences to run when one fails
---@field on? table<string, string | bustle.HandlerFields> responses by interruption
---@field cues? table<string, bustle.CueFields> responses for which it finds a reason by itself, by name
---@field reacts? table<string, string> sequences for scenes about something, by topic
---@field roles? string | (string | bustle.ListedRole)[] what it may be; the first whose condition holds applies
---@field memory? bustle.MemoryFields how much it remembers

---What an NPC is at the moment. What a role lacks is the NPC's own.
---@class bustle.RoleFields : bustle.Allowing
---@field main? string the sequence that is run again and again
---@field plan? string which sequence that is at which time of the day, in place of `main`
---@field fallback? string | string[] sequences to run when one fails, in place of the NPC's own
---@field on? table<string, string | bustle.HandlerFields> responses by interruption
---@field cues? table<string, bustle.CueFields> responses for which a reason is found, by name
---@field reacts? table<string, string> sequences for scenes about something, by topic
---@field offers? table<string, string | bustle.OfferFields> sequences that others may request of whoever has the role, by name
---@field enter? bustle.Effects what comes of it when the role begins
---@field exit? bustle.Effects what comes of it when the role ends
---@field change? "node" | "action" | "now" when its main sequence replaces the one before: between two nodes (as it is without this), after an action, or at once

---What several NPCs do together. Each row is a phase: nobody begins the next before all have ended this one.
---@class bustle.SceneFields : bustle.Allowing
---@field parts (string | bustle.PartFields)[] who takes part: 1 to 8
---@field topic? string what it is about; members of a part without a sequence do what they have in `reacts` for it
---@field within? integer | string how near members have to be to whoever begins it or to its place, in units or by a constant; without it there is no limit
---@field priority? integer its members do it on top of what is lower; -1 unless given, so above main sequences alone
---@field patience? number seconds that a member waits for others before it does something else meanwhile; 5 unless given
---@field limit? number seconds after which it breaks if nothing moves; 60 unless given
---@field longest? number seconds after which it breaks in any case; 600 unless given
---@field rest? number seconds after a scene in which nobody is cast; 15 unless given
---@field waiting? string an action to be seen in while others are behind
---@field interrupted? "break" it breaks if a member is interrupted; otherwise the others wait
---@field stays? boolean whether members keep the places that they have at offers meanwhile: who sits stays seated
---@field [number] table<string, string | bustle.CellFields> rows: what each part does in a phase; a part without a cell lets it pass

---@class bustle.PartFields
---@field [1] string its name
---@field count? integer | { [1]: integer, [2]: integer } how many members it has, or from how many to how many; 1 unless given
---@field who? string | string[] tags: whoever has one of them can be cast
---@field when? bustle.Condition what has to be so: `self` is who is asked, `target` who begins or stages the scene, or its place; names of earlier parts stand for their first members
---@field prefer? string who comes first: "nearest", "least self.busy" or "most self.mood"
---@field sequence? string what its members do, in place of cells in the rows
---@field finish? bustle.Effects what comes of it for each member when the scene has ended; parts can be named
---@field broken? bustle.Effects what comes of it when the scene breaks, or the member leaves it early

---@class bustle.ListedRole
---@field [1] string a role
---@field when? bustle.Condition over the environment and `self`; only the last role has none

---@class bustle.CueFields
---@field sequence? string the response
---@field scene? string what is begun with whoever is found, in place of a sequence
---@field as? string the part that the NPC itself has in the scene
---@field targets? string | string[] tags: whoever has one of them can be found
---@field within? integer | string how near whoever is found has to be, in units or by a constant; tested before `when`
---@field when? bustle.Condition what has to be so
---@field prefer? string whom, as for actions: "nearest" or "least target.waiting_since"
---@field priority? integer it must be above that of what the NPC does; -1 unless given, so above the main sequence alone
---@field every? number seconds between two tests; 1 unless given
---@field again? number seconds in which it does not find the same one again; 30 unless given
---@field stays? boolean whether the NPC keeps the places that it has at offers meanwhile: true unless given; with a scene, the scene says so

---@class bustle.HandlerFields
---@field sequence string the response
---@field priority? integer the higher goes on top of the lower, 0
---@field stays? boolean whether the NPC keeps the places that it has at offers meanwhile: who sits stays seated
---@field urgent? boolean whether there is no time to undo what the NPC is at

---@class bustle.MemoryFields
---@field transitions? integer ways taken, 10
---@field actions? integer targets used, 15
---@field interruptions? integer what was interrupted, 8

---@class bustle.Spot
---@field name? string of the entity
---@field x? number in units of the game
---@field y? number in units of the game
---@field z? number in units of the game
---@field state? table<string, bustle.Value> values by name, in place of the definition's
---@field links? table<string, string | string[] | table<string, integer>> by kind: names of other places, or values by name

---@class bustle.PlaceFields : bustle.Spot
---@field [1] string a prop or npc

---@alias bustle.Definition bustle.KeyFields | bustle.EnvironmentFields | bustle.LinkFields | bustle.InterruptionFields | bustle.InboxFields | bustle.ActionFields | bustle.SequenceFields | bustle.PlanFields | bustle.RoleFields | bustle.SceneFields | bustle.PropFields | bustle.NpcFields | bustle.Spot

---What `extend` adds to a definition, and what it takes away first.
---@alias bustle.Extension bustle.Definition | bustle.Removal

---@class bustle.Removal
---@field remove? string | table names of what goes: { "when", tags = { "person" } }

---Where files of packs come from. Paths are written with slashes.
---@class bustle.Source
---@field list fun(self, folder: string): string[]?, string? the names in it; nil and why not
---@field read fun(self, path: string): string?, string? the text of a file; nil and why not

---@class bustle.Problem
---@field severity "error" | "warning"
---@field code string
---@field kind string
---@field thing string its qualified name
---@field word string as its author wrote it: "npc"
---@field name string
---@field origin? string "file:line"
---@field spot? string
---@field text string
---@field cure? string
---@field excerpt? string
---@field pack? string the pack in which that is
---@field left_out? boolean it is about a mod that was left out

-- ---- Worlds ----

---@class bustle.WorldOptions
---@field packs (string | bustle.Pack | bustle.PackFields)[] folders, packs and tables
---@field mods? string a folder of packs, those of which are left out that cannot be used
---@field search? string[] folders in which packs are looked for that nobody gave
---@field source? bustle.Source where files come from; nil: LÖVE's file system where there is one, and folders
---@field progress? fun(done: number, what: string) told while packs are loaded, from 0 to 1
---@field seed? integer
---@field ends? "timed" | "game" how actions end that do not say; "timed"
---@field constants? table<string, integer | boolean> in place of the packs'
---@field limits? bustle.Limits
---@field sandbox? bustle.SandboxLimits what packs in folders may take
---@field metric? "euclidean" | "manhattan" how distances are measured: as the crow flies, or along the axes; "euclidean"
---@field clock? bustle.ClockOptions the world's clock; without it only a world whose packs have plans has one
---@field restart? number | false seconds until halted NPCs go on by themselves, 30; false: never
---@field expose? table what the functions of packs get as their fourth argument
---@field explain? boolean | integer keeps the last decisions of each NPC, so many, for `npc:explain()`
---@field trace? fun(step: bustle.Step) told every step of every decision
---@field places? boolean false leaves out what the packs put into the world

---@class bustle.ClockOptions
---@field day? number how long a day is, in seconds; 1440, so that a second is a minute
---@field start? string what it shows first; "06:00"

---What the clock shows.
---@class bustle.Clock
---@field day integer from 0
---@field hour integer 0 to 23
---@field minute integer 0 to 59
---@field time string such as "06:42"
---@field seconds number since midnight
---@field length number seconds that a day has

---@class bustle.SandboxLimits
---@field instructions? number of each call of a pack's function; 100000
---@field megabytes? number by which memory may grow in a call; 2
---@field seconds? number of the processor, for a call; 1
---@field load_instructions? number for loading a pack; 20000000
---@field load_megabytes? number for running a file, and for what a pack holds in all; 64
---@field load_seconds? number of the processor, for running a file; 5

---@class bustle.Limits
---@field depth? integer sequences inside each other, 16
---@field steps? integer of an NPC in an update, 64
---@field queue? integer interruptions that wait for an NPC, 8
---@field activities? integer of an NPC, 8
---@field failures? integer in a row, 3

---@class bustle.SpawnOptions
---@field name? string an NPC's is its alone
---@field x? number
---@field y? number
---@field z? number
---@field state? table<string, bustle.Value>
---@field owner? any the game's own

---@class bustle.UpdateOptions
---@field batch? integer how many NPCs may decide
---@field budget_ms? number milliseconds of real time that it may take

---@class bustle.Point
---@field x? number
---@field y? number
---@field z? number

---@class bustle.Area
---@field within number
---@field of bustle.Entity | integer | bustle.Point
---@field from? bustle.Entity | integer

---@class bustle.NpcList
---@field [integer] bustle.Entity | integer
---@field from? bustle.Entity | integer

---@class bustle.Query
---@field kind? string
---@field tag? string
---@field state? table<string, bustle.Value | fun(value: bustle.Value): any>
---@field within? number
---@field of? bustle.Entity | integer | bustle.Point

---Where a scene is staged, and by the names of its parts who takes each.
---@class bustle.StageOptions
---@field at? bustle.Entity | integer where it is
---@field [string] bustle.Entity | integer | (bustle.Entity | integer)[]

---@class bustle.Stats
---@field entities integer
---@field npcs integer
---@field halted integer
---@field queued integer NPCs that wait for their turn
---@field turns integer
---@field starts integer
---@field events integer
---@field undelivered integer events that wait for the next update
---@field refused integer interruptions that full queues did not take
---@field scenes integer that go on, or are over and not yet left by all
---@field places integer at offers, held now
---@field adopts integer places taken so far
---@field drops integer ... and given back
---@field links integer between entities, now
---@field links_refused integer past 255 of a kind from one entity, or 2^20, so far
---@field paths_cut integer paths that looked at as many links as they may, so far
---@field messages integer in inboxes, now
---@field messages_sent integer put into inboxes so far
---@field messages_taken integer ... and taken
---@field messages_lost integer ... and gone otherwise
---@field messages_refused integer by full inboxes, or past 2^18 in all, so far
---@field meeting integer NPCs that wait for a meeting now, interrupted ones too
---@field joins integer members of scenes so far
---@field leaves integer members that have left
---@field portion integer changes of plan, endings and turns that the last update handled
---@field cut_short boolean whether its budget ran out
---@field bytes integer
---@field allocations integer

---@alias bustle.Code "no_memory" | "name_taken" | "static" | "not_acting" | "old_token" | "other_action" | "refused" | "held" | "halted" | "not_halted" | "limit" | "unavailable" | "no_cast" | "no_scene" | "no_offer" | "full" | "read_only" | "not_area" | "bad_path" | "no_inbox" | "no_clock" | "no_plan" | "overlap" | "bad_argument"

---@alias bustle.StopReason "done" | "timed_out" | "failed" | "interrupted" | "cancelled" | "removed"

---@alias bustle.Cause "no_candidate" | "condition" | "no_option" | "same_target" | "game" | "timeout" | "claim" | "target_left" | "depth" | "steps" | "no_cast" | "scene" | "no_offer" | "revoked" | "waited" | "full" | "message" | "no_meeting_place"

---Why an NPC gave a place at an offer back.
---@alias bustle.DropReason "done" | "failed" | "interrupted" | "revoked" | "given up" | "left"

---Why an NPC left a scene: the scene had finished, the NPC left it alone, or the scene broke.
---@alias bustle.LeaveReason "finished" | "left" | "broken"

---@class bustle.Change what did not come through a load or reload as it was
---@field code string such as "action-lost"; docs/saving.md lists them
---@field thing string the name of what is gone or has changed
---@field text string a sentence for people
---@field entity? bustle.Entity whom it happened to
---@field number? integer the spawn number of that one, also if it was left out

---An action from its start to its stop.
---@class bustle.Run
---@field action string
---@field token integer to complete or fail this one and no other
---@field target? bustle.Entity
---@field duration? number seconds; unknown at a stop that nobody waited for when the action started
---@field remaining? number seconds, as of the call
---@field resumed? boolean
---@field awaits? true the NPC is seen in it while it waits at a node: the game cannot end it
---@field loaded? boolean it was under way when the world was loaded: its start was told before that
---@field show table of the action's author; never nil
---@field reason? any at the stop: what the game gave `fail`

---@class bustle.Handler
---@field start? fun(npc: bustle.Entity, target: bustle.Entity?, run: bustle.Run)
---@field update? fun(npc: bustle.Entity, dt: number, run: bustle.Run): boolean? true completes the action
---@field stop? fun(npc: bustle.Entity, why: bustle.StopReason, run: bustle.Run)
---@field ends? "timed" | "game" how these actions end, whatever they say themselves

---A handler, and which actions it is for: by one of these.
---@class bustle.HandlerFor : bustle.Handler
---@field actions? string | string[] names
---@field tag? string | string[] those that have the tag, or one of these
---@field travel? true those that travel
---@field default? true those that nobody else takes over

---@class bustle.Action
---@field name string
---@field pack string
---@field tags string[]
---@field show table of its author; never nil
---@field travel boolean
---@field handled boolean whether a handler takes it over

---@class bustle.World
---@field problems bustle.Problem[] warnings about its content, and what is wrong with mods that were left out
---@field env table<string, bustle.Value> the environment as it is, to read
local World = {}

---@param kind string
---@param options? bustle.SpawnOptions
---@return bustle.Entity?
---@return string? message
---@return bustle.Code? code
function World:spawn(kind, options) end

---@param kind string
---@param count integer
---@param options_of? fun(i: integer): bustle.SpawnOptions?
---@return integer[]? ids
---@return string? message
---@return bustle.Code? code
---@return integer[]? spawned those that came, if not all did
function World:spawn_many(kind, count, options_of) end

---@param id integer
---@return bustle.Entity
function World:entity(id) end

---@param name string
---@return bustle.Entity?
function World:get(name) end

---@param who bustle.Entity | integer
---@return true? ok, string? message, bustle.Code? code
function World:remove(who) end

---@param who bustle.Entity | integer
---@param x number
---@param y? number
---@param z? number
---@return true? ok, string? message, bustle.Code? code
function World:move(who, x, y, z) end

---@param dt number seconds
---@param options? bustle.UpdateOptions
---@return true? ok, string? message, bustle.Code? code
function World:update(dt, options) end

---@return number seconds
function World:now() end

---What the clock shows.
---@return bustle.Clock?
---@return string? message
---@return "no_clock"? code
function World:clock() end

---Sets the clock, forward or back. All plans are looked at afresh in the next update.
---@param time string such as "06:30"
---@param day? integer from 0; nil: today
---@return true? ok
---@return string? message
---@return "no_clock"? code
function World:set_time(time, day) end

---@param event "spawn" | "remove"
---@param fn fun(entity: bustle.Entity)
---@return fun() leave
---@overload fun(self, event: "start", fn: fun(npc: bustle.Entity, target: bustle.Entity?, run: bustle.Run)): fun()
---@overload fun(self, event: "stop", fn: fun(npc: bustle.Entity, why: bustle.StopReason, run: bustle.Run)): fun()
---@overload fun(self, event: "fail" | "halt", fn: fun(npc: bustle.Entity, sequence: string, cause: bustle.Cause)): fun()
---@overload fun(self, event: "fallback" | "restart", fn: fun(npc: bustle.Entity, sequence: string)): fun()
---@overload fun(self, event: "interrupt" | "ignore", fn: fun(npc: bustle.Entity, interruption: string?, source: bustle.Entity?, response: string, cue: string?)): fun()
---@overload fun(self, event: "role", fn: fun(npc: bustle.Entity, role: string?)): fun()
---@overload fun(self, event: "join", fn: fun(npc: bustle.Entity, scene: string, part: string, initiator: bustle.Entity?)): fun()
---@overload fun(self, event: "leave", fn: fun(npc: bustle.Entity, scene: string, why: bustle.LeaveReason)): fun()
---@overload fun(self, event: "adopt", fn: fun(npc: bustle.Entity, offer: string, provider: bustle.Entity)): fun()
---@overload fun(self, event: "drop", fn: fun(npc: bustle.Entity, offer: string, provider: bustle.Entity, why: bustle.DropReason)): fun()
---@overload fun(self, event: "enter" | "exit", fn: fun(npc: bustle.Entity, area: bustle.Entity)): fun()
---@overload fun(self, event: "plan", fn: fun(npc: bustle.Entity, sequence: string, entry: integer?, patch: integer?)): fun()
---@overload fun(self, event: "error", fn: fun(message: string, where: string)): fun()
function World:on(event, fn) end

---@param which bustle.HandlerFor | string
---@param handler? bustle.Handler
---@return fun()? take_back
function World:handle(which, handler) end

---@return bustle.Action[]
function World:actions() end

---@return bustle.Events
function World:events() end

---@param name string
---@param fn (fun(): number | boolean | string | nil)?
---@overload fun(self, name: "position", fn: (fun(entity: bustle.Entity): number?, number?, number?)?)
function World:provide(name, fn) end

---@param name string
---@param value bustle.Value | number
---@return true? ok, string? message, bustle.Code? code
function World:set(name, value) end

---@param query? bustle.Query
---@return bustle.Entity[]
function World:find(query) end

---@param name string
---@param whom bustle.NpcList | "all" | bustle.Area
---@param from? bustle.Entity | integer
---@return integer? queued
---@return integer | string ignored
---@return integer | bustle.Code refused
function World:interrupt(name, whom, from) end

---Stages a scene: with whom the game names, and with whoever else can be cast.
---@param scene string
---@param options? bustle.StageOptions
---@return integer? number of the scene, from 1
---@return string? message why not, naming who is not available
---@return "unavailable" | "no_cast" | "no_memory" | nil code
function World:stage(scene, options) end

---Links an entity to another, or changes what the link holds.
---@param from bustle.Entity | integer
---@param kind string of links
---@param to bustle.Entity | integer
---@param value? number | boolean 1 unless given; false takes a link away that is or is not
---@return true? ok
---@return string? message
---@return "limit" | "read_only" | "bad_argument" | "no_memory" | nil code
function World:link(from, kind, to, value) end

---Takes a link away, if there is one.
---@param from bustle.Entity | integer
---@param kind string of links
---@param to bustle.Entity | integer
---@return true? ok
---@return string? message
---@return "read_only"? code
function World:unlink(from, kind, to) end

---Those whom a path finds that begins at an entity, in the order of their coming.
---@param from bustle.Entity | integer
---@param path string such as "seat" or "contains(sword) of home"
---@return bustle.Entity[]? found
---@return string? message why it is no path
---@return "bad_path" | "no_memory" | nil code
function World:query(from, path) end

---@param target string | fun(bytes: string): boolean?, string?
---@param options? { events?: boolean }
---@return boolean? ok
---@return string? message
function World:record(target, options) end

function World:stop_recording() end

---Writes what happens from now on as JSON Lines.
---@param target string | fun(text: string): any, string? the path of a file, or what takes text
---@param options? bustle.LogOptions
---@return bustle.Log?
---@return string? message
function World:log(target, options) end

---@return integer
function World:hash() end

---@param options? { key?: fun(entity: bustle.Entity, owner: any): string | number | nil }
---@return string? bytes
---@return string? message
---@return "no_memory"? code
function World:save(options) end

---@param bytes string
---@param options? { owner?: fun(key: string | number | nil, entity: bustle.Entity): any }
---@return bustle.Change[]? changes
---@return string? message
---@return "foreign" | "newer" | "damaged" | "no_memory" | nil code
function World:load(bytes, options) end

---@param name? string the pack that was edited
---@param pack? bustle.Pack | bustle.PackFields what takes its place, if it was given as a table
---@return bustle.Change[]? changes
---@return string? message
---@return "problems" | "no_memory" | nil code
---@return bustle.Problem[]? problems
function World:reload(name, pack) end

---@param into? table
---@return bustle.Stats
function World:stats(into) end

---@return true?
---@return string? text
function World:check() end

function World:close() end

-- ---- Entities ----

---A prop or an NPC. After it has left only `id`, `name`, `kind`, `owner` and `alive` are there.
---@class bustle.Entity
---@field id integer
---@field name? string
---@field kind string
---@field owner any the game's own, to write too
---@field alive boolean
---@field state table<string, bustle.Value>
---@field x integer
---@field y integer
---@field z integer
---@field action? string
---@field target? bustle.Entity
---@field remaining? number seconds of its action, or that it waits at its node, or for others in a scene, at the most
---@field token? integer
---@field sequence? string
---@field activities? integer
---@field role? string what it is at the moment
---@field scene? bustle.Membership the scene of its topmost activity that has one, else of the one that sank last
---@field area? bustle.Entity the innermost area that it is in
---@field outer? bustle.Entity of an area: the one around it
---@field halted? bustle.Cause why it has halted
local Entity = {}

---@param token? integer
---@return true? ok, string? message, bustle.Code? code
function Entity:complete(token) end

---@param reason? any for whoever hears of the stop
---@param token? integer
---@return true? ok, string? message, bustle.Code? code
function Entity:fail(reason, token) end

---@param name string
---@param from? bustle.Entity | integer
---@return boolean? took_it
---@return string? message
---@return bustle.Code? code
function Entity:interrupt(name, from) end

---@return true? ok, string? message, bustle.Code? code
function Entity:hold() end

---@return true? ok, string? message, bustle.Code? code
function Entity:release() end

---@param sequence string
---@param priority? integer
---@return true? ok, string? message, bustle.Code? code
function Entity:run(sequence, priority) end

---@param sequence string
---@return true? ok, string? message, bustle.Code? code
function Entity:set_main(sequence) end

---Puts it into a role until it is set again; nil: into the one that applies by its definition.
---@param role string?
---@return true? ok, string? message, bustle.Code? code
function Entity:set_role(role) end

---Lets it leave the scene that it is in: `entity.scene`.
---@return true? ok, string? message, bustle.Code? code
function Entity:leave_scene() end

---@return bustle.Membership[] that of its topmost activity first, sunk ones after, last those that have not begun
function Entity:scenes() end

---What it offers now, by name.
---@return bustle.Offering[]
function Entity:offers() end

---Who holds an offer of it, in the order of their coming.
---@param name? string nil: any of its offers
---@return bustle.Entity[]
function Entity:holders(name) end

---Revokes an offer of it: all who hold it lose it on their next turn.
---@param name string
---@return integer? count how many they are
---@return string? message
---@return bustle.Code? code
function Entity:revoke(name) end

---Makes it take an offer, as a response that no interruption asked for.
---@param name string
---@param provider bustle.Entity | integer who offers it
---@param options? { priority?: integer }
---@return true? ok
---@return string? message
---@return "no_offer" | "full" | "refused" | "held" | "halted" | "bad_argument" | "no_memory" | nil code
function Entity:request(name, provider, options) end

---@return bustle.HeldPlace[] in the order in which it took them
function Entity:places() end

---Sends a message to an NPC that has the inbox.
---@param inbox string
---@param to bustle.Entity | integer who receives it
---@param value? number 0 unless given
---@return true? ok
---@return string? message
---@return "full" | "no_inbox" | "bad_argument" | "no_memory" | nil code
function Entity:send(inbox, to, value) end

---The messages in an inbox of it, the oldest first.
---@param inbox? string nil: all of its inboxes
---@return bustle.Message[]?
---@return string? message
---@return "no_inbox"? code
function Entity:inbox(inbox) end

---Who waits at it to meet others, by when they came into the world; those who are interrupted are left out.
---@param name? string under which they meet; nil: any
---@return bustle.Entity[]
function Entity:meeting(name) end

---The entries of its plan on a day, by when they begin.
---@param day? integer from 0; nil: today
---@return bustle.PlannedEntry[]?
---@return string plan or why there is none
---@return "no_plan"? code
function Entity:plan(day) end

---Adds an entry to its plan.
---@param entry bustle.PatchFields
---@return integer? number by which it can be taken away
---@return string? message
---@return "no_plan" | "overlap" | "limit" | "no_memory" | nil code
function Entity:patch_plan(entry) end

---Takes away what `patch_plan` has added.
---@param number integer
---@return true? ok
---@return string? message
---@return "no_plan" | "no_memory" | nil code
function Entity:unpatch_plan(number) end

---Those to whom links of a kind lead from it, in the order of their coming, and what the links hold.
---@param kind string
---@return bustle.Entity[]
---@return (number | boolean)[] values
function Entity:links(kind) end

---What a link from it holds; where there is none, the default of its kind.
---@param kind string
---@param other bustle.Entity | integer
---@return number | boolean value a boolean for links that are or are not
---@return boolean exists
function Entity:link(kind, other) end

---@return bustle.Entity[] all areas that it is in, the smallest first, triggers too
function Entity:areas() end

---@return bustle.Entity[]? npcs in it, if it is an area, in the order of their coming
---@return string? message
---@return "not_area"? code
function Entity:inside() end

---@return bustle.Box[]? boxes that it is made of, if it is an area
---@return string? message
---@return "not_area"? code
function Entity:boxes() end

---@return true? ok, string? message, bustle.Code? code
function Entity:restart() end

---@return true? ok, string? message, bustle.Code? code
function Entity:remove() end

---@param x number
---@param y? number
---@param z? number
---@return true? ok, string? message, bustle.Code? code
function Entity:move(x, y, z) end

---@return bustle.Doing
function Entity:doing() end

---@param kind "transitions" | "actions" | "interruptions" | "encounters"
---@return bustle.Memory[] oldest first
function Entity:memories(kind) end

---Why it does what it does; `tostring` of it is for people.
---@return bustle.Explanation
function Entity:explain() end

---A part that an NPC has in a scene.
---@class bustle.Membership
---@field name string of the scene
---@field number integer of the scene, from 1
---@field part string
---@field phase integer how many phases of its part it has done
---@field members { npc: bustle.Entity, part: string }[] all of them, in the order of parts and of their coming
---@field waiting bustle.Entity[] those it waits for; none if it does not wait
---@field waits boolean for others, at the end of a phase or of its part
---@field ended boolean its part is done, that of others is not
---@field away boolean it does something else at the moment
---@field sunk boolean ... because it waited too long
---@field over boolean the scene is, and it leaves on its next turn
---@field begun boolean whether it has begun its part
---@field host? bustle.Entity who began or stages the scene, or its place
---@field initiator boolean whether it has begun the scene itself
---@field began number when the scene was cast, in seconds

---What an entity offers.
---@class bustle.Offering
---@field name string
---@field sequence string
---@field holders? integer how many may hold it at a time; nil: any number
---@field taken integer how many do

---A place that an NPC has at an offer.
---@class bustle.HeldPlace
---@field offer string
---@field sequence string
---@field provider? bustle.Entity nil: it has left
---@field activity? integer from 1, the lowest; nil: its sequence is gone
---@field held boolean at the moment; else it is to be taken again when the activity goes on
---@field undone boolean what it brought is being undone, or was, and begins anew
---@field revoked boolean the NPC has still to deal with that

---A message in an inbox.
---@class bustle.Message
---@field inbox string
---@field sender bustle.Entity
---@field value integer
---@field time number when it was sent, in seconds
---@field awaited boolean whether its sender waits for what becomes of it

---An entry of an NPC's plan on one day.
---@class bustle.PlannedEntry
---@field from string when it begins on that day, by the clock
---@field to string
---@field day integer on which it would begin if it did not vary
---@field sequence string
---@field priority integer
---@field holds boolean now
---@field why "open" | "later" | "over" | "short" | "below" now; "open": it holds; "short": too little time is left; "below": another one counts more, or began later
---@field entry? integer its place in the plan, from 1
---@field patch? integer its number, if it is a patch

---A box of an area: its middle and its sizes.
---@class bustle.Box
---@field x number
---@field y number
---@field z number
---@field width number along x
---@field depth number along y
---@field height number along z

-- ---- Explaining ----

---Why an NPC does what it does, as plain data. Times are in seconds.
---@class bustle.Explanation
---@field npc string
---@field kind string
---@field number integer under which it was spawned
---@field time number
---@field now bustle.ExplainedNow
---@field role? bustle.ExplainedRole nil: it has no role
---@field scenes bustle.ExplainedScene[] that it is in, as `entity:scenes()` lists them
---@field casts bustle.Happening[] what came of the last cast of each scene that it began or staged, by name
---@field area? string the innermost one that it is in
---@field areas string[] all that it is in, the smallest first
---@field places bustle.ExplainedPlace[] what it holds at offers, in the order in which it took them
---@field offers bustle.ExplainedOffer[] what it offers itself, by name
---@field inboxes { inbox: string, sender: string, value: integer, time: number, awaited: boolean }[] the messages in its inboxes, the oldest first
---@field plan? bustle.ExplainedPlan today's; nil: it has none
---@field requests bustle.Happening[] what came of its last request at each node, by sequence and node
---@field cues bustle.ExplainedCue[] in the order in which they are tested
---@field stack bustle.ExplainedActivity[] the running one first
---@field memories table<"transitions" | "actions" | "interruptions" | "encounters", bustle.ExplainedMemory[]> newest first
---@field decisions? bustle.Happening[] oldest first; nil: the world keeps none
local Explanation = {}

---@param count? integer how many of the last decisions; nil: all that are kept
---@return string
function Explanation:text(count) end

---The plan of an NPC today.
---@class bustle.ExplainedPlan
---@field plan string
---@field role? string which has brought it; nil: the NPC's own
---@field day integer what the clock shows
---@field time string
---@field entries bustle.ExplainedEntry[] by when they begin

---@class bustle.ExplainedEntry : bustle.PlannedEntry
---@field below? string of one that is open: the sequence that comes before it
---@field later? true ... only because that began later
---@field left? number of one that is skipped: how many minutes are left
---@field skip? integer ... and how many it wants
---@field ended? true of the one that holds: it is over, and nothing else has begun

---@class bustle.ExplainedNow
---@field mood bustle.Mood
---@field action? string
---@field target? string
---@field node? string where it waits
---@field since? number
---@field spent? number
---@field remaining? number of its action, its wait or its halt
---@field awaits? bustle.Reason[] what it waits for there and has not come yet
---@field scene? bustle.AwaitedScene the scene that it waits for, or in
---@field request? bustle.AwaitedOffer what it asks for there
---@field message? bustle.AwaitedMessage the message, the end of one, or the meeting that it waits for there
---@field duration? number
---@field failures integer in a row
---@field halted? bustle.Cause
---@field failed? string the sequence that failed last
---@field waiting integer interruptions that wait

---A scene that an NPC waits for. "phase": in it, for other members; "cast": for members; "end": until it is over,
---having staged it.
---@class bustle.AwaitedScene
---@field kind "phase" | "cast" | "end"
---@field scene string
---@field part? string its own; nil: it only stages the scene
---@field phase? integer how many phases it has done
---@field ended? boolean whether it has ended its part
---@field waiting? string[] those it waits for
---@field why? string why nobody was found at the last try

---What an NPC asks for at its node.
---@class bustle.AwaitedOffer
---@field asked string[] names of offers; none: any
---@field last? bustle.Happening the last try, if that is kept

---What an NPC waits for at a node that takes a message ("take"), awaits what becomes of one ("send") or meets others.
---@class bustle.AwaitedMessage
---@field kind "take" | "send" | "meet"
---@field inbox? string
---@field lying? integer how many messages lie there
---@field oldest? number of a take: for how many seconds the first of them has lain there
---@field last? bustle.Happening of a take: the last try, if that is kept
---@field target? string of a send: who received the message that is awaited
---@field sequence? string of a send: the one of the receiver that has the message in hand
---@field node? string at which it is
---@field meeting? string
---@field count? integer how many there have to be
---@field present? integer how many are there, the NPC included
---@field with? string[] who else is there
---@field place? string | integer of a meet: where that is; of a send: the so maniest of those that lie there its message is

---A place that an NPC has at an offer, with names instead of entities.
---@class bustle.ExplainedPlace
---@field offer string
---@field sequence string
---@field provider? string nil: it has left
---@field activity? integer
---@field held boolean
---@field undone boolean
---@field revoked boolean

---@class bustle.ExplainedOffer
---@field name string
---@field sequence string
---@field holders? integer nil: any number
---@field taken integer
---@field by string[] who holds it

---A part that an NPC has in a scene, with names instead of entities.
---@class bustle.ExplainedScene
---@field scene string
---@field number integer
---@field part string
---@field phase integer
---@field members { npc: string, part: string }[]
---@field waiting string[]
---@field waits boolean
---@field ended boolean
---@field away boolean
---@field sunk boolean
---@field over boolean
---@field begun boolean
---@field host? string
---@field initiator boolean
---@field began number

---Which role applies, and why.
---@class bustle.ExplainedRole
---@field role string
---@field set boolean whether the game has set it
---@field why bustle.Reason[] the parts of its condition, with what they read; none: it needs no condition
---@field others { role: string, against: bustle.Reason[] }[] the roles before it in the list, and what is against each

---@class bustle.ExplainedCue
---@field cue string
---@field sequence? string the response
---@field scene? string that it begins instead
---@field part? string its part in that
---@field priority integer
---@field role? string of which role it is; nil: its own
---@field tested? number when it was tested last, as far as that is kept
---@field verdict? bustle.Verdict what came of that
---@field target? string whom it found
---@field against? bustle.Reason[]
---@field test? bustle.Happening that test, with whom it looked at

---@class bustle.ExplainedActivity
---@field main boolean
---@field running boolean
---@field sunk? true it waited too long for other members of a scene
---@field undo? string | true it undoes that offer before the one below it goes on; true: one that is not known any more
---@field interruption? string
---@field cue? string
---@field priority? integer
---@field sequences bustle.ExplainedSequence[] the lowest first

---@class bustle.ExplainedSequence
---@field sequence string
---@field node? string
---@field lifecycle string
---@field target? string
---@field fallback? true
---@field scene? string of a part
---@field part? string
---@field offer? string of what was offered
---@field provider? string

---@class bustle.ExplainedMemory
---@field offer? string
---@field inbox? string
---@field cue? string
---@field scene? string
---@field sequence? string
---@field from? string the node that a transition left
---@field node? string
---@field action? string
---@field target? string
---@field time number
---@field age number

---An event, an error or a step of a decision.
---@class bustle.Happening
---@field kind string an event, "error", or a step: "begin", "way", "failed", "action", "target", "same_target", "resumption", "ended", "try", "watch", "roles", "cue", "cast", "arrival", "request", "place", "while", "send", "take", "answer", "meeting", "planned"
---@field time number
---@field npc? string
---@field number? integer
---@field definition? string
---@field sequence? string
---@field node? string
---@field to? string
---@field transition? integer
---@field action? string
---@field target? string
---@field verdict? bustle.Verdict
---@field against? bustle.Reason[]
---@field options? bustle.Looked[] of a way
---@field candidates? bustle.Looked[] of a target
---@field rule? bustle.Rule of a way, a target and a request
---@field accepting? integer
---@field reached? integer
---@field open? integer
---@field best? integer
---@field path? string of a target: the path that led to whom it could be
---@field further? true of a request: it has gone on to an area farther out, after one that had nothing for it
---@field tries? integer of a try, a cast or a request: how many there were in a row
---@field reach? string[] the conditions on distance, if somebody is out of reach
---@field duration? number
---@field remaining? number
---@field resumed? boolean
---@field awaits? true of a start: it is seen in it while it waits at a node
---@field token? integer
---@field reason? string
---@field why? string what the game said of an action that it let fail
---@field cause? bustle.Cause
---@field interruption? string
---@field source? string
---@field role? string
---@field tried? { role: string, verdict: bustle.Verdict, against: bustle.Reason[]? }[] of roles: those that were tested
---@field because? bustle.Reason[] of roles: the condition of the one that applies
---@field cue? string
---@field cast? bustle.Happening of a cue that casts a scene: what came of that
---@field scene? string of a join, a leave, a cast and an arrival
---@field part? string of a join and an arrival; of a cast: the one that found nobody
---@field initiator? string of a join: who began the scene
---@field with? string[] of a join: who joined with it
---@field by? "node" | "cue" | "game" of a cast
---@field parts? bustle.CastSearch[] of a cast: the parts that were looked for
---@field phase? integer of an arrival: how many phases it has done
---@field waiting? string[] of an arrival: those it waits for
---@field offer? string of an adopt, a drop, a request, a place and a while
---@field provider? string of an adopt and a drop
---@field area? string of an enter and an exit
---@field asked? string[] of a request: the names it asks for; none: any
---@field providers? bustle.Looked[] of a request: whom it asked
---@field inbox? string of a send, a take and an answer
---@field receivers? bustle.Looked[] of a send: to whom it might go
---@field messages? bustle.Looked[] of a take: from whom there are messages
---@field meeting? string
---@field plan? string of a planned
---@field entries? { entry: integer?, patch: integer?, sequence: string?, verdict: bustle.Verdict }[] of a planned: what was looked at
---@field entry? integer of a plan: its place in the plan, from 1
---@field patch? integer of a plan: the number of the patch
---@field message? string
---@field where? string

---Who was looked for as members of a scene, in one part.
---@class bustle.CastSearch
---@field part string
---@field found string[] those who were chosen
---@field candidates bustle.Looked[] those in reach
---@field counts table<bustle.Verdict, integer> how many of all in reach had each verdict
---@field accepting integer those who may fill the part at all
---@field reached integer those of them within reach
---@field open? integer
---@field best? integer

---What was looked at in a choice.
---@class bustle.Looked
---@field to? string
---@field target? string
---@field offer? string
---@field verdict bustle.Verdict
---@field remembered? number when it was taken last
---@field age? number of a message: seconds
---@field against? bustle.Reason[]

---What was against something.
---@class bustle.Reason
---@field text? string as its author wrote it
---@field reads? { name: string, value: bustle.Value? }[]
---@field where? string of a function
---@field wants? integer of a claim
---@field free? integer of a claim

---@class bustle.Rule
---@field rule "none" | "only" | "preferred" | "new" | "oldest"
---@field among? integer how many it was drawn from
---@field preferred? integer how many the action's preference left

---@class bustle.LogOptions
---@field npc? bustle.Entity | string | (bustle.Entity | string)[]
---@field kind? string | string[]
---@field events? string | string[] nil: all
---@field steps? boolean the steps of decisions too

---@class bustle.Log
local Log = {}

function Log:stop() end

---"awaiting": it is at a node that waits; "waiting": it goes on some time after a failure.
---@alias bustle.Mood "deciding" | "acting" | "awaiting" | "waiting" | "held" | "halted"

---What an NPC does. Times are in seconds.
---@class bustle.Doing
---@field mood bustle.Mood
---@field action? string of one that awaits: what it is seen in
---@field target? bustle.Entity
---@field token? integer
---@field timed? boolean whether the action ends by itself
---@field duration? number
---@field remaining? number of the action, or until it goes on; of one that awaits, until the node fails, or its patience with others in a scene ends
---@field timeout? number until the timeout
---@field sequence? string
---@field node? string
---@field main string
---@field activities integer
---@field interruptions integer how many wait
---@field failures integer in a row
---@field halted? bustle.Cause
---@field failed? string the sequence that failed last
---@field stack bustle.Frame[] all its sequences, lowest first

---@class bustle.Frame
---@field activity integer from 1, the lowest
---@field main boolean whether the activity is the main one
---@field sunk boolean whether it lies below the main one and waits for others
---@field scene? string of a part in a scene, as are the next two
---@field part? string
---@field number? integer of the scene
---@field sequence string
---@field node? string
---@field lifecycle "uninitialized" | "processing" | "waiting_for_action" | "in_subsequence" | "executed" | "interrupted" | "failed" | "waiting_at_node" | "waiting_at_phase"
---@field target? bustle.Entity
---@field fallback boolean
---@field priority? integer none for the main activity
---@field interruption? string that it responds to
---@field cue? string that found a reason for it
---@field offer? string that the sequence is of
---@field provider? bustle.Entity of that offer, if it is still there
---@field undo? true the activity undoes what it held

---@class bustle.Memory
---@field time number
---@field action? string
---@field sequence? string
---@field from? string the node that a transition left
---@field node? string
---@field entity? bustle.Entity nil if it has left
---@field number? integer under which it was spawned
---@field activity? integer of interruptions, as are the next three
---@field duration? number
---@field timeout? number
---@field spent? number
---@field cue? string of encounters
---@field scene? string of encounters
---@field offer? string of encounters
---@field inbox? string of encounters

---"answered" to "old" are of what is ignored, and the first three of these, "again" and "nobody" of cues; those from
---"busy" on are of who might take a part in a scene, "behind" is of the end of a phase, and those from "not_offered" on
---are of whom a request asks; "full" is of an inbox, too. Those from "later" on are of entries of a plan.
---@alias bustle.Verdict "open" | "condition" | "claim" | "speed" | "gone" | "answered" | "priority" | "limit" | "old" | "again" | "nobody" | "busy" | "resting" | "not_castable" | "no_reaction" | "far" | "given_up" | "behind" | "not_offered" | "lacks" | "holds" | "offer" | "while" | "full" | "later" | "over" | "short" | "below"

---A step of a decision; which fields are there depends on its kind (see lua/bustle/world/steps.lua).
---@class bustle.Step
---@field kind "begin" | "option" | "way" | "failed" | "action" | "candidate" | "target" | "same_target" | "resumption" | "ended" | "watch" | "ignored" | "try" | "role" | "cue" | "member" | "part" | "cast" | "arrival" | "provider" | "request" | "place" | "while" | "receiver" | "send" | "message" | "take" | "answer" | "meeting" | "plan"
---@field time number seconds
---@field npc? bustle.Entity who decides
---@field sequence? string where
---@field node? string
---@field verdict? bustle.Verdict what came out
---@field transition? integer of the node, from 1, as written
---@field to? string a node
---@field action? string
---@field target? bustle.Entity
---@field interruption? string
---@field role? string
---@field cue? string
---@field scene? string
---@field part? string of the scene
---@field offer? string
---@field inbox? string
---@field meeting? string
---@field plan? string
---@field entry? integer of the plan, from 1, as written
---@field patch? integer its number
---@field remembered? number when it was last taken
---@field accepting? integer entities that accept the action, or that its path finds; of a meeting: how many there have to be
---@field reached? integer those of them within reach; of a meeting: how many are there
---@field open? integer those of them that nothing is against; of a way: nodes
---@field best? integer those of them that the action prefers

-- ---- Events in bulk ----

---@alias bustle.EventKind "spawn" | "start" | "stop" | "fail" | "fallback" | "interrupt" | "ignore" | "halt" | "restart" | "remove" | "error" | "join" | "leave" | "role" | "adopt" | "drop" | "enter" | "exit" | "plan"

---All events of the last update, until the next one begins. Indices are from 1 to `count`.
---@class bustle.Events
---@field count integer
---@field kind fun(self: bustle.Events, i: integer): bustle.EventKind
---@field time fun(self: bustle.Events, i: integer): number seconds
---@field npc fun(self: bustle.Events, i: integer): integer its id
---@field target fun(self: bustle.Events, i: integer): integer? the action's, where the interruption came from, whom a cue found, who began the scene, who offers it, or the area
---@field name fun(self: bustle.Events, i: integer): string? the kind of entity, the action, the role, the scene, the offer or the sequence
---@field token fun(self: bustle.Events, i: integer): integer? of a start or stop
---@field duration fun(self: bustle.Events, i: integer): number? of a start
---@field remaining fun(self: bustle.Events, i: integer): number? of a start
---@field resumed fun(self: bustle.Events, i: integer): boolean
---@field reason fun(self: bustle.Events, i: integer): bustle.StopReason | bustle.Cause | bustle.LeaveReason | bustle.DropReason | nil
---@field part fun(self: bustle.Events, i: integer): string? of a join
---@field entry fun(self: bustle.Events, i: integer): integer? of a plan: its place in the plan, from 1
---@field patch fun(self: bustle.Events, i: integer): integer? of a plan: the number of the patch
---@field interruption fun(self: bustle.Events, i: integer): string?
---@field cue fun(self: bustle.Events, i: integer): string?

return bustle
