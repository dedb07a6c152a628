/* The market's content. Where its people and props stand is in scenario_layout.c. */
#include "scenario.h"

#include <string.h>

/* Operations, transitions and nodes, short enough for tables. */
// clang-format off
#define SELF(name, operation, value) {true, ON_SELF, operation, name, value}
#define TARGET(name, operation, value) {true, ON_TARGET, operation, name, value}
#define WORLD(name, operation, value) {true, ON_ENVIRONMENT, operation, name, value}
#define DISTANCE(operation, value) {true, ON_DISTANCE, operation, NULL, value}
#define TO(node) {.to = (node)}
#define TO_IF(node, ...) {.to = (node), .when = {__VA_ARGS__}}
#define OTHERWISE(node) {.to = (node), .otherwise = true}
#define ACTION(node, action, ...) {.name = (node), .kind = DO_ACTION, .performs = (action), __VA_ARGS__}
#define NESTED(node, sequence, ...) {.name = (node), .kind = DO_SEQUENCE, .performs = (sequence), __VA_ARGS__}
#define CHOICE(node, ...) {.name = (node), .kind = CHOOSE, __VA_ARGS__}
#define END {.name = "end", .kind = FINISH}
// clang-format on

const scenario_state scenario_states[] = {
    {"coins", 0, 200},
    {"energy", 0, 100},
    {"goods", 0, 40},
    {"hunger", 0, 100},
    {"mood", 0, 100},
    {"room", 0, 8},
    {0},
};

const scenario_condition scenario_conditions[] = {{"open", 2000}, {0}};

/* The market closes for the last quarter of every minute. */
int32_t scenario_environment(const char *name, int64_t now_ms) {
    return strcmp(name, "open") == 0 && now_ms % 60000 < 45000 ? 1 : 0;
}

const scenario_action scenario_actions[] = {
    {
        .name = "browse",
        .targeted = true,
        .when = {TARGET("goods", IS_AT_LEAST, 1), DISTANCE(IS_AT_MOST, 32)},
        .finish = {SELF("energy", TAKE, 4), SELF("hunger", ADD, 6)},
        .shortest_ms = 3000,
        .longest_ms = 6000,
        .claims = "room",
    },
    {
        .name = "busk",
        .when = {SELF("energy", IS_AT_LEAST, 10)},
        .start = {SELF("energy", TAKE, 5)},
        .finish = {SELF("coins", ADD, 12)},
        .shortest_ms = 5000,
        .longest_ms = 10000,
    },
    {
        .name = "buy",
        .targeted = true,
        .when = {SELF("coins", IS_AT_LEAST, 4), TARGET("goods", IS_AT_LEAST, 3),
            DISTANCE(IS_AT_MOST, 32)},
        .start = {SELF("coins", TAKE, 4), TARGET("goods", TAKE, 3)},
        .finish = {SELF("mood", ADD, 5)},
        .shortest_ms = 3000,
        .longest_ms = 5000,
        .claims = "room",
    },
    {
        .name = "chat",
        .targeted = true,
        .when = {TARGET("mood", IS_AT_LEAST, 5), DISTANCE(IS_AT_MOST, 20)},
        .finish = {SELF("mood", TAKE, 8), TARGET("mood", ADD, 3)},
        .shortest_ms = 4000,
        .longest_ms = 9000,
    },
    {
        .name = "drink",
        .targeted = true,
        .when = {DISTANCE(IS_AT_MOST, 48)},
        .finish = {SELF("energy", ADD, 10)},
        .shortest_ms = 3000,
        .longest_ms = 5000,
        .claims = "room",
    },
    {
        .name = "eat",
        .targeted = true,
        .when = {SELF("coins", IS_AT_LEAST, 6), TARGET("goods", IS_AT_LEAST, 1),
            DISTANCE(IS_AT_MOST, 56)},
        .start = {SELF("coins", TAKE, 6), TARGET("goods", TAKE, 1)},
        .finish = {SELF("hunger", SET_TO, 0), SELF("energy", ADD, 15)},
        .shortest_ms = 5000,
        .longest_ms = 8000,
        .claims = "room",
    },
    {
        .name = "hawk",
        .when = {WORLD("open", IS, 1)},
        .finish = {SELF("mood", TAKE, 3), SELF("coins", ADD, 2)},
        .shortest_ms = 3000,
        .longest_ms = 6000,
    },
    {
        .name = "look_round",
        .targeted = true,
        .finish = {SELF("energy", TAKE, 2)},
        .shortest_ms = 3000,
        .longest_ms = 5000,
    },
    {
        .name = "restock",
        .targeted = true,
        .when = {TARGET("goods", IS_AT_MOST, 30), DISTANCE(IS_AT_MOST, 48)},
        .finish = {TARGET("goods", ADD, 3), SELF("energy", TAKE, 6)},
        .shortest_ms = 4000,
        .longest_ms = 7000,
    },
    {
        .name = "sit",
        .targeted = true,
        .when = {DISTANCE(IS_AT_MOST, 40)},
        .finish = {SELF("energy", ADD, 30), SELF("mood", ADD, 10)},
        .shortest_ms = 5000,
        .longest_ms = 10000,
        .claims = "room",
    },
    {
        .name = "stand",
        .finish = {SELF("energy", ADD, 2), SELF("mood", ADD, 4)},
        .shortest_ms = 3000,
        .longest_ms = 5000,
    },
    {
        /* From 24 to 80 units at 8 units a second: 3 to 10 seconds. */
        .name = "stroll",
        .targeted = true,
        .when = {SELF("energy", IS_AT_LEAST, 5), DISTANCE(IS_AT_LEAST, 24),
            DISTANCE(IS_AT_MOST, 80)},
        .finish = {SELF("energy", TAKE, 12), SELF("hunger", ADD, 5)},
        .speed = 8,
    },
    {
        .name = "watch",
        .targeted = true,
        .when = {DISTANCE(IS_AT_MOST, 64)},
        .finish = {SELF("energy", TAKE, 4)},
        .shortest_ms = 6000,
        .longest_ms = 10000,
    },
    {0},
};

const scenario_sequence scenario_sequences[] = {
    {
        .name = "duty",
        .entry = "decide",
        .nodes =
            {
                CHOICE("decide",
                    .transitions = {TO("guard"), TO("patrol"),
                        TO_IF("pause", SELF("energy", IS_AT_MOST, 60))}),
                END,
                NESTED("guard", "guard_post", .transitions = {TO("end")}),
                ACTION("patrol", "stroll", .failed = "pause",
                    .transitions = {TO_IF("patrol", SELF("energy", IS_AT_LEAST, 80)), TO("end")}),
                NESTED("pause", "rest", .transitions = {TO("end")}),
            },
    },
    {
        .name = "guard_post",
        .entry = "arrive",
        .claims = "room",
        .nodes =
            {
                ACTION("arrive", "watch", .transitions = {TO("look")}),
                END,
                ACTION("look", "look_round", .same_target = true,
                    .transitions = {TO("end"), TO_IF("stay", SELF("energy", IS_AT_LEAST, 30))}),
                ACTION("stay", "watch", .same_target = true, .failed = "end",
                    .transitions = {TO("end"), TO("look")}),
            },
    },
    {
        .name = "linger",
        .entry = "stand",
        .nodes = {END, ACTION("stand", "stand", .transitions = {TO("end")})},
    },
    {
        .name = "meal",
        .entry = "eat",
        .nodes =
            {
                ACTION("drink", "drink", .failed = "end", .transitions = {TO("end")}),
                ACTION("eat", "eat", .failed = "drink", .transitions = {TO("drink"), TO("end")}),
                END,
            },
    },
    {
        .name = "meet",
        .entry = "chat",
        .nodes =
            {
                ACTION("chat", "chat", .failed = "stand",
                    .transitions = {TO_IF("chat", SELF("mood", IS_AT_LEAST, 40)), TO("end")}),
                END,
                ACTION("stand", "stand", .transitions = {TO("end")}),
            },
    },
    {
        .name = "rest",
        .entry = "decide",
        .nodes =
            {
                CHOICE("decide", .transitions = {TO("drink"), TO("sit")}),
                ACTION("drink", "drink", .failed = "stand", .transitions = {TO("end")}),
                END,
                ACTION("sit", "sit", .failed = "drink",
                    .transitions = {TO_IF("drink", SELF("energy", IS_AT_MOST, 60)), TO("end")}),
                ACTION("stand", "stand", .transitions = {TO("end")}),
            },
    },
    {
        .name = "shop",
        .entry = "browse",
        .nodes =
            {
                ACTION("browse", "browse",
                    .transitions = {TO("browse"), TO_IF("buy", SELF("coins", IS_AT_LEAST, 4)),
                        TO_IF("end", SELF("mood", IS_AT_MOST, 60))}),
                ACTION("buy", "buy", .same_target = true, .failed = "end",
                    .transitions = {TO_IF("meal", SELF("hunger", IS_AT_LEAST, 20)),
                        OTHERWISE("end")}),
                END,
                NESTED("meal", "meal", .transitions = {TO("end")}),
            },
    },
    {
        .name = "supply",
        .entry = "restock",
        .nodes =
            {
                END,
                ACTION("restock", "restock", .failed = "stand",
                    .transitions = {TO("end"), TO_IF("restock", SELF("energy", IS_AT_LEAST, 50))}),
                ACTION("stand", "stand", .transitions = {TO("end")}),
            },
    },
    {
        .name = "trade",
        .entry = "decide",
        .nodes =
            {
                CHOICE("decide",
                    .transitions = {TO_IF("hawk", WORLD("open", IS, 1)),
                        TO_IF("meet", SELF("mood", IS_AT_LEAST, 30)), TO("supply"),
                        TO_IF("pause", SELF("energy", IS_AT_MOST, 50))}),
                END,
                ACTION("hawk", "hawk", .failed = "end",
                    .transitions = {TO("decide"), TO_IF("hawk", WORLD("open", IS, 1))}),
                NESTED("meet", "meet", .transitions = {TO("end")}),
                NESTED("pause", "rest", .transitions = {TO("end")}),
                NESTED("supply", "supply", .transitions = {TO("decide")}),
            },
    },
    {
        .name = "visit",
        .entry = "decide",
        .nodes =
            {
                ACTION("busk", "busk", .failed = "pause", .transitions = {TO("decide")}),
                CHOICE("decide",
                    .transitions = {TO_IF("busk", SELF("coins", IS_AT_MOST, 20)),
                        TO_IF("meet", SELF("mood", IS_AT_LEAST, 20)),
                        TO_IF("pause", SELF("energy", IS_AT_MOST, 70)),
                        TO_IF("shop", SELF("coins", IS_AT_LEAST, 4), WORLD("open", IS, 1)),
                        TO("stroll")}),
                END,
                NESTED("meet", "meet", .transitions = {TO("decide")}),
                NESTED("pause", "rest", .transitions = {TO("end")}),
                NESTED("shop", "shop", .transitions = {TO("decide"), TO("end")}),
                ACTION("stroll", "stroll", .failed = "pause", .transitions = {TO("end")}),
            },
    },
    {0},
};

const scenario_kind scenario_kinds[] = {
    {"bench", NULL, NULL, {{"room", 2}}, {"sit"}},
    {"cart", NULL, NULL, {{"goods", 30}, {"room", 3}}, {"eat", "restock"}},
    {"fountain", NULL, NULL, {{"room", 4}}, {"drink", "stroll"}},
    {"guard", "duty", "linger", {{"energy", 90}, {"hunger", 0}, {"mood", 40}}, {0}},
    {"post", NULL, NULL, {{"room", 1}}, {"look_round", "stroll", "watch"}},
    {"stall", NULL, NULL, {{"goods", 20}, {"room", 3}}, {"browse", "buy", "restock"}},
    {"vendor", "trade", "linger", {{"coins", 20}, {"energy", 70}, {"hunger", 10}, {"mood", 60}},
        {"chat"}},
    {"visitor", "visit", "linger", {{"coins", 40}, {"energy", 80}, {"hunger", 15}, {"mood", 50}},
        {"chat"}},
    {0},
};
