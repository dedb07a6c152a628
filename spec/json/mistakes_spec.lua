-- One bad file for each finding, kept in `bad/`: in `form` what the JSON Schemas refuse too, in `meaning` what only
-- loading finds, in `text` what is no JSON. The messages are compared whole.
local bustle = require "bustle"
local content = require "bustle.author.content"

local BAD = "spec/json/bad/"

-- By file, without its beginning and end: what follows the name of the file in each message.
local EXPECTED = {
  ["form/actions/bad-interval"] = {
    '1: pack "park", timeout_check_interval_ms: it is 0 (give whole milliseconds from 1 to 2147483000)',
  },
  ["form/actions/condition-in-effects"] = {
    '13: action "nap", actions[0].completion_effects[1].operation_name: EQUALS cannot stand in an effect (give "SET", "INCREMENT", "DECREMENT")',
  },
  ["form/actions/effect-in-condition"] = {
    '9: action "nap", actions[0].preconditions[0].operation_name: SET cannot stand in a precondition (give "EQUALS", "NOT_EQUALS", "GREATER_THAN", "LESS_THAN")',
  },
  ["form/actions/effect-on-distance"] = {
    '12: action "nap", actions[0].interruption_effects[0].target_id_name: an effect cannot change DISTANCE_TO_ENTITY (give "SELF" or "ENTITY")',
  },
  ["form/actions/effect-on-environment"] = {
    '10: action "nap", actions[0].immediate_effects[0].target_id_name: an effect cannot change ENVIRONMENT (give "SELF" or "ENTITY")',
  },
  ["form/actions/effects-are-object"] = {
    '10: action "nap", actions[0].immediate_effects: it is an object (give an array)',
  },
  ["form/actions/endless-duration"] = {
    '6: action "nap", actions[0].action_duration_ms: it is 3000000000 (give whole milliseconds from 1 to 2147483000)',
    '7: action "nap", actions[0].action_timeout_ms: it is 4000000000 (give whole milliseconds from 1 to 2147483000)',
  },
  ["form/actions/foreign-operation"] = {
    '9: action "nap", actions[0].preconditions[0].operation_name: there is no operation "<=" (give "EQUALS", "NOT_EQUALS", "GREATER_THAN", "LESS_THAN")',
  },
  ["form/actions/huge-id"] = {
    '4: action "nap", actions[0].action_id: it is 2147483648 (give a whole number from 0 to 2147483647)',
  },
  ["form/actions/huge-value"] = {
    '14: action "nap", actions[0].preconditions[0].value: it is 99999999999 (give a whole number of 32 bits)',
  },
  ["form/actions/missing-id"] = {
    '3: pack "park", actions[0]: it has no "action_id" (give it a whole number from 0 to 2147483647)',
  },
  ["form/actions/missing-value"] = {
    '9: action "nap", actions[0].preconditions[0]: it has no "value" (give it a whole number of 32 bits)',
  },
  ["form/actions/misspelt-behaviour"] = {
    '8: action "nap", actions[0].interruption_behavior_name: there is no "RESUMEABLE" here (did you mean "RESUMABLE"?)',
  },
  ["form/actions/misspelt-key"] = {
    '3: action "nap", actions[0]: it has no "preconditions" (give it an array; an empty one will do)',
    '12: action "nap", actions[0].precondition: there is no such key (did you mean "preconditions"?)',
  },
  ["form/actions/named-distance"] = {
    '12: action "nap", actions[0].preconditions[0].state_key_name: a distance has no property (give "")',
  },
  ["form/actions/negative-id"] = {
    '4: action "nap", actions[0].action_id: it is -1 (give a whole number from 0 to 2147483647)',
  },
  ["form/actions/no-actions"] = {
    '1: pack "park": it has no "actions" (give it an array; an empty one will do)',
  },
  ["form/actions/no-duration"] = {
    '6: action "nap", actions[0].action_duration_ms: it is 0 (give whole milliseconds from 1 to 2147483000)',
  },
  ["form/actions/unknown-operation"] = {
    '9: action "nap", actions[0].preconditions[0].operation_name: there is no operation "GREATER_THEN" (did you mean "GREATER_THAN"?)',
  },
  ["form/actions/unknown-target"] = {
    '9: action "nap", actions[0].preconditions[0].target_id_name: there is no "SLEF" here (did you mean "SELF"?)',
  },
  ["form/actions/value-is-true"] = {
    '9: action "nap", actions[0].preconditions[0].value: it is true or false (give a number)',
  },
  ["form/conditions/fraction"] = {
    '2: pack "park", environmental_conditions[0].condition_key: it is 0.5 (give a whole number of 32 bits)',
  },
  ["form/conditions/missing-frequency"] = {
    '2: env "RAIN", environmental_conditions[0]: it has no "update_frequency_ms" (give it whole milliseconds from 0 to 2147483000)',
  },
  ["form/conditions/negative-frequency"] = {
    '2: env "RAIN", environmental_conditions[0].update_frequency_ms: it is -1 (give whole milliseconds from 0 to 2147483000)',
  },
  ["form/entities/accepts-a-name"] = {
    '10: prop "lamp", entities[0].entity.accepted_actions_ids[0]: it is a text (give a number)',
  },
  ["form/entities/accepts-twice"] = {
    '10: prop "lamp", entities[0].entity.accepted_actions_ids[1]: 5 is listed already (remove one of the two)',
  },
  ["form/entities/handlers-are-list"] = {
    '12: npc "guard", entities[0].entity.interruption_handlers: it is an array (give an object)',
  },
  ["form/entities/missing-entity"] = {
    '1: pack "park", entities[0]: it has no "entity" (give it an object)',
  },
  ["form/entities/missing-main"] = {
    '5: npc "guard", entities[0].entity: it has no "main_sequence_id" (give it a whole number from 0 to 2147483647)',
  },
  ["form/entities/missing-memory"] = {
    '15: npc "guard", entities[0].entity.memory_limits: it has no "max_interruption_memories" (give it a whole number from 0 to 255)',
  },
  ["form/entities/negative-id"] = {
    '6: prop "lamp", entities[0].entity.entity_id: it is -3 (give a whole number from 0 to 2147483647)',
  },
  ["form/entities/negative-memory"] = {
    '15: npc "guard", entities[0].entity.memory_limits.max_transition_memories: it is -1 (give a whole number from 0 to 255)',
  },
  ["form/entities/none"] = {
    '1: pack "park", entities: it has no entity (a file defines one)',
  },
  ["form/entities/prop-with-main"] = {
    '12: prop "lamp", entities[0].entity.main_sequence_id: there is no such key (there are accepted_actions_ids, entity_id, entity_name, initial_state, is_static, position_update_frequency_ms)',
  },
  ["form/entities/state-is-list"] = {
    '11: prop "lamp", entities[0].entity.initial_state: it is an array (give an object)',
  },
  ["form/entities/state-is-text"] = {
    '11: prop "lamp", entities[0].entity.initial_state.SEATS: it is a text (give a number)',
  },
  ["form/entities/static-is-text"] = {
    '8: prop "lamp", entities[0].entity.is_static: it is a text (give true or false)',
  },
  ["form/entities/unknown-type"] = {
    '4: pack "park", entities[0].entity_type: there is no "BEHAVIOURAL" here (did you mean "BEHAVIORAL"?)',
  },
  ["form/schema/empty-name"] = {
    '2: state "state_0", entity_states[0].name: it is empty (give it a name)',
  },
  ["form/schema/key-is-text"] = {
    '2: pack "park", entity_states[0].key: it is a text (give a number)',
  },
  ["form/schema/list-of-texts"] = {
    '1: pack "park", entity_states[0]: it is a text (give an object)',
  },
  ["form/schema/missing-list"] = {
    '1: pack "park": it has no "interruption_handlers" (give it an array; an empty one will do)',
  },
  ["form/schema/no-object"] = {
    '1: pack "park": it is an array (give an object)',
  },
  ["form/schema/unknown-key"] = {
    '4: pack "park", entity_state: there is no such key (did you mean "entity_states"?)',
  },
  ["form/sequences/action-with-sequence"] = {
    '8: sequence "rest", sequences[0].nodes[0].target_sequence_id: there is no such key (there are node_id, node_type, target_action_id)',
  },
  ["form/sequences/action-without-target"] = {
    '7: sequence "rest", sequences[0].nodes[0]: it has no "target_action_id" (give it a whole number from 0 to 2147483647)',
  },
  ["form/sequences/effect-in-transition"] = {
    '13: sequence "rest", sequences[0].transitions[0].preconditions[0].operation_name: DECREMENT cannot stand in a precondition (give "EQUALS", "NOT_EQUALS", "GREATER_THAN", "LESS_THAN")',
  },
  ["form/sequences/end-with-action"] = {
    '9: sequence "rest", sequences[0].nodes[1].target_action_id: there is no such key (there are node_id, node_type)',
  },
  ["form/sequences/missing-entry"] = {
    '3: sequence "rest", sequences[0]: it has no "entry_point_node_id" (give it a whole number of 32 bits)',
  },
  ["form/sequences/missing-preconditions"] = {
    '8: sequence "rest", sequences[0].transitions[0]: it has no "preconditions" (give it an array; an empty one will do)',
  },
  ["form/sequences/negative-id"] = {
    '4: sequence "rest", sequences[0].sequence_id: it is -20 (give a whole number from 0 to 2147483647)',
  },
  ["form/sequences/unknown-node-type"] = {
    '7: sequence "rest", sequences[0].nodes[0].node_type: there is no "ACTOIN" here (did you mean "ACTION"?)',
  },
  ["meaning/actions/condition-of-self"] = {
    '9: action "nap", actions[0].preconditions[0].state_key_name: there is no state "RAIN" (define it in the schema)',
  },
  ["meaning/actions/duplicate-id"] = {
    '15: action "doze", actions[1].action_id: 7 is the id of action "nap" too (give it an id of its own)',
  },
  ["meaning/actions/same-name"] = {
    '16: warning: action "nap_8", actions[1].action_name: "nap" is called "nap_8" in the pack (give it a name of its own)',
  },
  ["meaning/actions/short-timeout"] = {
    '7: action "nap", actions[0].action_timeout_ms: it is 5000, and the action takes 5000 (give a longer one)',
  },
  ["meaning/actions/unknown-condition"] = {
    '9: action "nap", actions[0].preconditions[0].state_key_name: there is no env "RAINY" (did you mean "RAIN"?)',
  },
  ["meaning/actions/unknown-state"] = {
    '9: action "nap", actions[0].preconditions[0].state_key_name: there is no state "SEAT" (did you mean "SEATS"?)',
  },
  ["meaning/conditions/duplicate-key"] = {
    '4: env "FOG", environmental_conditions[1].condition_key: 0 is the id of env "RAIN" too (give it an id of its own)',
  },
  ["meaning/conditions/duplicate-name"] = {
    '4: env "RAIN", environmental_conditions[1].name: there is another one of this name (rename one of the two)',
  },
  ["meaning/entities/lacks-own-state"] = {
    '5: npc "guard": it has no state "park.HUNGER", which action "park.stroll" (finish "self.HUNGER += 2"), that it can come to, needs of the NPC (give it that state)',
  },
  ["meaning/entities/lacks-target-state"] = {
    '5: prop "lamp": it has no state "park.SEATS", which action "park.sit_on_bench" (when "target.SEATS > 0"), that it accepts, needs of its target (give it that state)',
  },
  ["meaning/entities/taken-id"] = {
    '6: prop "lamp", entities[0].entity.entity_id: 100 is the id of entity "bench_by_the_gate" too (give it an id of its own)',
  },
  ["meaning/entities/unknown-action"] = {
    '10: prop "lamp", entities[0].entity.accepted_actions_ids[1]: there is no action 55 (define it in the actions)',
  },
  ["meaning/entities/unknown-fallback"] = {
    '13: npc "guard", entities[0].entity.fallback_sequences[1]: there is no sequence 112 (did you mean 11, "snack"?)',
  },
  ["meaning/entities/unknown-handler"] = {
    '12: npc "guard", entities[0].entity.interruption_handlers.LIGHTNING: there is no interruption "LIGHTNING" (define it in the schema)',
  },
  ["meaning/entities/unknown-main"] = {
    '11: npc "guard", entities[0].entity.main_sequence_id: there is no sequence 14 (define it in the sequences)',
  },
  ["meaning/entities/unknown-response"] = {
    '12: npc "guard", entities[0].entity.interruption_handlers.THUNDER: there is no sequence 1000 (define it in the sequences)',
  },
  ["meaning/entities/unknown-state"] = {
    '11: prop "lamp", entities[0].entity.initial_state.SEAT: there is no state "SEAT" (did you mean "SEATS"?)',
  },
  ["meaning/schema/duplicate-handler-key"] = {
    '3: interruption "HAIL", interruption_handlers[1].key: 4 is the id of interruption "THUNDER" too (give it an id of its own)',
  },
  ["meaning/schema/duplicate-key"] = {
    '2: state "HUNGER", entity_states[1].key: 0 is the id of state "ENERGY" too (give it an id of its own)',
  },
  ["meaning/schema/duplicate-name"] = {
    '2: state "ENERGY", entity_states[1].name: there is another one of this name (rename one of the two)',
  },
  ["meaning/sequences/duplicate-id"] = {
    '11: sequence "doze", sequences[1].sequence_id: 20 is the id of sequence "rest" too (give it an id of its own)',
  },
  ["meaning/sequences/duplicate-node"] = {
    '9: sequence "rest", sequences[0].nodes[1].node_id: 1 is the id of another node too (give it an id of its own)',
  },
  ["meaning/sequences/duplicate-transition"] = {
    '10: sequence "rest", sequences[0].transitions[1].transition_id: 1 is the id of another transition too (give it an id of its own)',
  },
  ["meaning/sequences/end-goes-on"] = {
    '10: sequence "rest", sequences[0].transitions[1].from_node_id: node 2 is an END (nothing leads on from there: remove the transition)',
  },
  ["meaning/sequences/no-way-out"] = {
    '3: sequence "rest", node "stroll_1": no transition leaves it (add a transition, to "END" if the sequence is over here)',
  },
  ["meaning/sequences/recursive"] = {
    '3: sequence "rest": it runs itself: "park.rest" -> "park.rest" (break the chain: a sequence that starts again needs a transition to its entry instead)',
  },
  ["meaning/sequences/unknown-action"] = {
    '7: sequence "rest", sequences[0].nodes[0].target_action_id: there is no action 99 (define it in the actions)',
  },
  ["meaning/sequences/unknown-entry"] = {
    '6: sequence "rest", sequences[0].entry_point_node_id: there is no node 3 in this sequence (name the node_id of one of its nodes)',
  },
  ["meaning/sequences/unknown-node"] = {
    '10: sequence "rest", sequences[0].transitions[1].from_node_id: there is no node 3 in this sequence (name the node_id of one of its nodes)',
  },
  ["meaning/sequences/unknown-sequence"] = {
    '9: sequence "rest", sequences[0].nodes[1].target_sequence_id: there is no sequence 21 (define it in the sequences)',
  },
  ["text/actions/comma-after-last"] = {
    '3: pack "park": expected object key string but found "}" (it has to be JSON: texts in double quotes, no comments, no comma after the last)',
  },
  ["text/actions/comment"] = {
    '2: pack "park": expected object key string but found invalid token (it has to be JSON: texts in double quotes, no comments, no comma after the last)',
  },
  ["text/actions/cut-off"] = {
    '4: pack "park": expected comma or object end but found the end of the text (it has to be JSON: texts in double quotes, no comments, no comma after the last)',
  },
  ["text/actions/empty"] = {
    '1: pack "park": expected value but found the end of the text (it has to be JSON: texts in double quotes, no comments, no comma after the last)',
  },
  ["text/actions/key-twice"] = {
    '4: pack "park": key "actions" is there twice (remove one of the two)',
  },
  ["text/actions/line-end-in-text"] = {
    '2: pack "park": a text has a line end or control character in it (write \\n for a line end)',
  },
  ["text/actions/odd-number"] = {
    '2: pack "park": 1. is no number (such as 3, -5 or 0.25)',
  },
  ["text/actions/not-a-number"] = {
    '2: pack "park": expected value but found invalid token (it has to be JSON: texts in double quotes, no comments, no comma after the last)',
  },
  ["text/actions/not-utf8"] = {
    '3: pack "park": byte 233 is not UTF-8 (save it as UTF-8)',
  },
  ["text/actions/too-deep"] = {
    '2: pack "park": it is nested more than 64 deep (see docs/json.md for what it may be)',
  },
  ["text/actions/zero-byte"] = {
    '4: pack "park": it has a zero byte (save it as UTF-8 without zeros)',
  },
}

local ORDER = { "schema", "conditions", "actions", "sequences", "entities" }

-- The files of the example up to the kind of the bad one, which takes the place of the example's.
local function options_with(path)
  local kind = path:match("^%w+/(%w+)/")
  local options = { name = "park" }
  for _, each in ipairs(ORDER) do
    if each == kind then
      options[each] = { BAD .. path .. ".json" }
      if each == "entities" then table.insert(options[each], 1, "examples/json/bench_by_the_gate.json") end
      return options
    end
    options[each] = ("examples/json/%s.json"):format(each)
  end
end

local function told(path)
  local compiled, problems = content.compile { bustle.json.load(options_with(path)) }
  return content.format_all(problems or compiled.problems)
end

describe("a bad JSON file", function()
  for path, expected in pairs(EXPECTED) do
    it(path .. " is told with file, line, path and cure", function()
      local whole = {}
      for i, message in ipairs(expected) do whole[i] = ("%s%s.json:%s"):format(BAD, path, message) end
      assert.equal(table.concat(whole, "\n"), told(path))
    end)
  end

  it("has its messages here", function()
    local listing = io.popen("ls " .. BAD .. "*/*/*.json")
    for file in listing:lines() do
      local path = file:match("^" .. BAD .. "(.*)%.json$")
      assert.is_table(EXPECTED[path], file)
    end
    listing:close()
  end)
end)
