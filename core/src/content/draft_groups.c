/* Groups: entities that accept the same actions and are looked for in the same way. */
#include "base/hash.h"
#include "content/draft.h"

/* What makes a group, beside its number. */
typedef struct members {
    range accepted;
    uint32_t hash;
    uint8_t position; /* that of those who are in a roster; else 0 */
} members;

static members members_of(const draft *d, uint32_t definition_id) {
    members m = {d->accepted[definition_id], FNV_START, 0};
    const definition *def = &ITEMS(const definition, d->definitions)[definition_id];
    const bool rostered =
        def->position == BUSTLE_POSITION_QUERIED || def->position == BUSTLE_POSITION_NONE;
    m.position = rostered ? def->position : 0;
    m.hash = fnv_word(m.hash, m.position);
    for (uint32_t i = 0; i < m.accepted.count; i++) {
        m.hash = fnv_word(m.hash, ITEMS(const uint32_t, d->ids)[m.accepted.at + i]);
    }
    return m;
}

static bool same(const draft *d, const members *a, const members *b) {
    const uint32_t *ids = d->ids.items;
    return a->hash == b->hash && a->position == b->position &&
        a->accepted.count == b->accepted.count &&
        memcmp(ids + a->accepted.at, ids + b->accepted.at, a->accepted.count * sizeof *ids) == 0;
}

static void begin_group(draft *d, const members *m) {
    group *made = bsl_draft_add(d, &d->groups, 1);
    if (made == NULL) {
        return;
    }
    made->queried = m->position == BUSTLE_POSITION_QUERIED;
    made->nowhere = m->position == BUSTLE_POSITION_NONE;
    for (uint32_t i = 0; i < m->accepted.count; i++) {
        const uint32_t id = ITEMS(const uint32_t, d->ids)[m->accepted.at + i];
        action *accepted = &ITEMS(action, d->actions)[id];
        accepted->group_count++;
        if (accepted->reach.most != INT32_MAX && accepted->reach.most > made->reach) {
            made->reach = accepted->reach.most;
        }
    }
}

/* Tells every action which groups accept it: their numbers ascend because they are entered in
 * order. */
static void enter_groups(draft *d, const members *groups) {
    action *actions = d->actions.items;
    const uint32_t action_count = d->actions.count;
    for (uint32_t i = 0; i < action_count && !d->no_memory; i++) {
        actions[i].groups_at = d->ids.count;
        bsl_draft_add(d, &d->ids, actions[i].group_count);
        actions[i].group_count = 0;
    }
    for (uint32_t g = 0; g < d->groups.count && !d->no_memory; g++) {
        for (uint32_t i = 0; i < groups[g].accepted.count; i++) {
            uint32_t *ids = d->ids.items;
            action *accepted = &actions[ids[groups[g].accepted.at + i]];
            ids[accepted->groups_at + accepted->group_count++] = g;
        }
    }
}

void bsl_draft_groups(draft *d) {
    const uint32_t count = d->definitions.count;
    members *groups = bsl_draft_scratch(d, count, sizeof *groups);
    for (uint32_t id = 0; id < count && !d->no_memory; id++) {
        members m = members_of(d, id);
        if (m.accepted.count == 0) {
            continue;
        }
        uint32_t g = 0;
        while (g < d->groups.count && !same(d, &groups[g], &m)) {
            g++;
        }
        if (g == d->groups.count) {
            groups[g] = m;
            begin_group(d, &m);
        }
        ITEMS(definition, d->definitions)[id].group = (uint16_t)g;
    }
    if (!d->no_memory) {
        enter_groups(d, groups);
    }
}
