---@meta bustle.testing
--- Types of the testing kit for editors with the Lua language server. Never required: `require "bustle.testing"` is
--- `testing.lua`.

---@class bustle.testing
local testing = {}

---Makes a world under test.
---@param options bustle.SimOptions
---@return bustle.SimWorld
function testing.world(options) end

---@class bustle.SimOptions : bustle.WorldOptions
---@field env? table<string, bustle.Value | table<number, bustle.Value> | fun(now: number): bustle.Value?> what the environment is
---@field engine? table<string, bustle.Course> how actions go
---@field positions? "fail" | "none" | fun(entity: bustle.Entity, now: number): number?, number?, number?
---@field step? number seconds between two updates, 0.1
---@field errors? "raise" | "keep" what errors in functions of the content do

---@class bustle.CourseFields
---@field after? number seconds
---@field fail? string | true it fails, for this reason
---@field stale? boolean somebody reports with tokens that are over

---@alias bustle.Course "at_once" | "never" | number | bustle.CourseFields | fun(npc: bustle.Entity, target: bustle.Entity?, run: bustle.Run): bustle.Course

---A world whose clock the spec turns.
---@class bustle.SimWorld : bustle.World
---@field history bustle.HistoryEntry[] everything that happened, in order
---@field refusals integer reports with stale tokens that were refused
local SimWorld = {}

---Lets time pass, in steps.
---@param seconds number
function SimWorld:run(seconds) end

---One update.
---@param seconds? number
function SimWorld:step(seconds) end

---Lets time pass until an NPC does something, by one step at least; fails the spec after the limit.
---@param npc bustle.Entity
---@param what string | fun(npc: bustle.Entity, world: bustle.SimWorld): any an action, a condition, or a function
---@param limit? number seconds, 600
---@return number passed seconds
function SimWorld:run_until(npc, what, limit) end

---Lets time pass until a scene begins, or an NPC is in it, by one step at least; fails the spec after the limit.
---@param scene string
---@param npc? bustle.Entity nil: whoever it is
---@param limit? number seconds, 600
---@return number passed seconds
---@overload fun(self, scene: string, limit: number): number
function SimWorld:run_until_scene(scene, npc, limit) end

---Lets time pass until a place at an offer is taken, by one step at least; fails the spec after the limit.
---@param offer string
---@param npc? bustle.Entity who takes it; nil: whoever it is
---@param limit? number seconds, 600
---@return number passed seconds
---@overload fun(self, offer: string, limit: number): number
function SimWorld:run_until_adopt(offer, npc, limit) end

---Lets time pass until the clock shows a time, by one step at least.
---@param time string such as "17:30"
---@param day? integer from 0; nil: today, or tomorrow if it is past
---@return number passed seconds
function SimWorld:run_until_time(time, day) end

---Lets an action go in another way from now on.
---@param action string
---@param how bustle.Course?
function SimWorld:script(action, how) end

---The part of the history that has all these values.
---@param filter table entities stand for their names
---@return bustle.HistoryEntry[]
function SimWorld:happened(filter) end

---The last decisions of an NPC, oldest first.
---@param npc bustle.Entity
---@return (bustle.Decision | bustle.HistoryEntry)[]
function SimWorld:decisions(npc) end

---What happened. Which fields are there depends on the kind.
---@class bustle.HistoryEntry
---@field kind bustle.EventKind | "node"
---@field time number seconds
---@field npc? string its name, or its kind and number
---@field number? integer of its spawn
---@field definition? string
---@field action? string
---@field target? string
---@field duration? number
---@field remaining? number
---@field resumed? boolean
---@field awaits? true "start": it is seen in it while it waits
---@field reason? bustle.StopReason | bustle.LeaveReason | bustle.DropReason
---@field sequence? string
---@field cause? bustle.Cause
---@field interruption? string
---@field source? string
---@field node? string
---@field by? "begin" | "way" | "failed"
---@field from? string
---@field scene? string "join", "leave"
---@field part? string "join", as are the next two
---@field initiator? string
---@field with? string[]
---@field offer? string "adopt", "drop"
---@field provider? string of that
---@field area? string "enter", "exit"
---@field entry? integer "plan": its place in the plan
---@field patch? integer "plan": the number of the patch
---@field token? integer "start"
---@field transition? integer
---@field message? string
---@field where? string

---A step of a decision, with names instead of entities.
---@class bustle.Decision : bustle.Step
---@field number? integer
---@field options? bustle.DecisionOption[] of a way
---@field candidates? bustle.DecisionOption[] of a target
---@field providers? bustle.DecisionOption[] of a request
---@field receivers? bustle.DecisionOption[] of a send
---@field messages? bustle.DecisionOption[] of a take

---@class bustle.DecisionOption
---@field to? string
---@field target? string
---@field offer? string
---@field verdict bustle.Verdict
---@field remembered? number

-- ---- Assertions ----

---@class luassert.internal
---@field npc fun(npc: bustle.Entity): bustle.NpcAssertions
---@field world fun(world: bustle.SimWorld): bustle.WorldAssertions
---@field varied fun(npcs: bustle.Entity[], limits: bustle.Variety)

---@class bustle.Variety
---@field at_least? number the mean distance of their routines, from 0 to 1
---@field evenness? number of everyone's use of its actions, from 0 to 1
---@field repetition? integer the most times that the same may come in a row

---@class bustle.DoneAction
---@field [1] string
---@field target? bustle.Entity | string
---@field resumed? boolean

---@class bustle.DoneActions
---@field [integer] string | bustle.DoneAction
---@field gaps? boolean false: nothing in between
---@field since? number seconds

---@class bustle.NpcAssertions
---@field did fun(actions: string | bustle.DoneActions)
---@field did_not fun(actions: string | bustle.DoneActions)
---@field never_did fun(actions: string | bustle.DoneActions)
---@field is_doing fun(action: string | bustle.DoneAction)
---@field is_not_doing fun(action: string | bustle.DoneAction)
---@field is_using fun(entity: bustle.Entity)
---@field is_not_using fun(entity: bustle.Entity)
---@field remembers fun(action: string | { action: string?, cue: string?, scene: string?, offer: string?, inbox: string?, entity: bustle.Entity?, sequence: string?, from: string?, node: string? }, entity: bustle.Entity?)
---@field is_waiting_at fun(node: string)
---@field is_not_waiting_at fun(node: string)
---@field has_role fun(role: string)
---@field has_not_role fun(role: string)
---@field is_in fun(scene: string, part: string?)
---@field is_not_in fun(scene: string, part: string?)
---@field holds fun(offer: string, provider: bustle.Entity?)
---@field does_not_hold fun(offer: string, provider: bustle.Entity?)
---@field has_message fun(inbox: string, sender: bustle.Entity?, value: number?)
---@field has_no_message fun(inbox: string, sender: bustle.Entity?, value: number?)
---@field plan_holds fun(sequence: string) what its plan says now
---@field is_inside fun(area: bustle.Entity)
---@field is_not_inside fun(area: bustle.Entity)
---@field is_halted fun(cause: bustle.Cause?)
---@field is_not_halted fun(cause: bustle.Cause?)

---@class bustle.WorldAssertions
---@field conserves fun(state: string)
---@field is_consistent fun()
---@field conserves_members fun() who joined a scene has left it, or is in it
---@field conserves_places fun() what was taken at offers was given back, or is held
---@field conserves_messages fun() what was sent has been taken, has gone, or is in an inbox
---@field is_linked fun(from: bustle.Entity, kind: string, to: bustle.Entity, value: number | boolean | nil)
---@field is_not_linked fun(from: bustle.Entity, kind: string, to: bustle.Entity, value: number | boolean | nil)
---@field addresses_only_members fun(options: { actions: string | string[], since: number? }) the targets of these actions were in a scene with whoever did them

---@class luassert.match
---@field is_entity fun(which: bustle.Entity | string | nil): any
---@field is_doing fun(action: string): any
---@field is_using fun(entity: bustle.Entity): any

return testing
