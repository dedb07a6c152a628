/* Areas: the boxes of entity definitions that have an extent, and what happens to NPCs that enter
 * and leave it (S67). */
#include "content/draft.h"
#include "content/expression/code.h"

#define WIDEST (INT32_C(1) << 25) /* sixteenths: a size that has no limit, 2^21 units */
#define FARTHEST_OFFSET (INT32_C(1) << 24)

typedef struct drafting {
    draft *d;
    const bustle_entity_def *def;
    definition *made;
    spot at;
} drafting;

static void refuse(const drafting *a, const char *what, const char *text, const char *cure) {
    bsl_problem_error(a->d->problems, what, &a->at, text, cure);
}

/* ---- Boxes ---- */

static bool is_finite(double number) {
    return number - number == 0; /* NaN and infinities differ from themselves */
}

/* In sixteenths, as coordinates are rounded. */
static int32_t rounded(double given, int32_t most) {
    const double units = (double)most / SIXTEENTHS;
    const double stopped = given > units ? units : (given < -units ? -units : given);
    int32_t result = 0;
    (void)bustle_round(stopped * SIXTEENTHS, &result);
    return result;
}

static uint64_t whole_units(int32_t sixteenths) {
    return ((uint64_t)sixteenths + SIXTEENTHS - 1) / SIXTEENTHS;
}

static void check_box(const drafting *a, const bustle_box_def *def, const int32_t sizes[3]) {
    if (!is_finite(def->width) || !is_finite(def->depth) || !is_finite(def->height) ||
        !is_finite(def->x) || !is_finite(def->y) || !is_finite(def->z)) {
        refuse(a, "bad-area", "a size or an offset of its area is not finite",
            "give finite numbers; a negative height has no limit");
    } else if (sizes[0] < 1 || sizes[1] < 1 || sizes[2] < 1) {
        refuse(a, "bad-area",
            bsl_problem_say(a->d->problems,
                "its area has a box of %g by %g by %g units, which nobody can be in", def->width,
                def->depth, def->height),
            "give sizes of a sixteenth of a unit or more; a negative height has no limit");
    }
}

/* The size of the box, at most 2^63. */
static uint64_t draft_box(const drafting *a, const bustle_box_def *def) {
    const double offsets[3] = {def->x, def->y, def->z};
    const int32_t sizes[3] = {rounded(def->width, WIDEST), rounded(def->depth, WIDEST),
        def->height < 0 ? WIDEST : rounded(def->height, WIDEST)};
    check_box(a, def, sizes);
    area_box *added = bsl_draft_add(a->d, &a->d->boxes, 1);
    for (int i = 0; added != NULL && i < 3; i++) {
        const int32_t centre = rounded(offsets[i], FARTHEST_OFFSET);
        added->low[i] = centre - sizes[i] / 2;
        added->high[i] = centre + sizes[i] / 2;
    }
    return sizes[0] < 1 || sizes[1] < 1 || sizes[2] < 1
        ? 0
        : whole_units(sizes[0]) * whole_units(sizes[1]) * whole_units(sizes[2]);
}

static void draft_boxes(const drafting *a) {
    const size_t count = a->def->area_count;
    definition *made = a->made;
    if (count > BUSTLE_MOST_BOXES) {
        refuse(a, "too-many",
            bsl_problem_say(a->d->problems, "its area has %lu boxes; %d are possible",
                (unsigned long)count, BUSTLE_MOST_BOXES),
            "give it fewer boxes, or divide it into several areas");
    }
    made->boxes_at = a->d->boxes.count;
    made->box_count = (uint8_t)(count > BUSTLE_MOST_BOXES ? BUSTLE_MOST_BOXES : count);
    for (uint32_t i = 0; i < made->box_count && !a->d->no_memory; i++) {
        const uint64_t size = draft_box(a, &a->def->area[i]);
        made->size = made->size > UINT64_MAX - size ? UINT64_MAX : made->size + size;
    }
}

/* ---- Effects ---- */

static bool lacks(const drafting *a, uint32_t state) {
    return ITEMS(const uint16_t, a->d->columns)[a->made->columns_at + state] == NO_COLUMN;
}

static code draft_effects(const drafting *a, const bustle_ops *ops, uint8_t part) {
    draft *d = a->d;
    source from = {.ops = ops, .at = a->at, .action = BUSTLE_NONE, .place = PLACE_EFFECTS};
    from.at.part = part;
    facts known;
    const uint32_t first = d->mentions.count;
    d->owner++;
    const code made = bsl_code_compile(d, &from, &known);
    for (uint32_t i = first; i < d->mentions.count && !d->no_memory; i++) {
        const mention *m = &ITEMS(const mention, d->mentions)[i];
        if (m->subject == BUSTLE_TARGET && lacks(a, m->state)) {
            bsl_problem_error(d->problems, "target-lacks-state", &m->at,
                bsl_problem_say(d->problems,
                    "it mentions state \"%s\" of target, which is the area itself and lacks it",
                    draft_name(d, BUSTLE_KIND_STATE, m->state)),
                "give the area that state, or mention self");
        }
    }
    return made;
}

void bsl_draft_area(draft *d, uint32_t definition_id, definition *made) {
    const drafting a = {d, draft_def(d, BUSTLE_KIND_ENTITY, definition_id), made,
        bsl_draft_spot_of(d, BUSTLE_KIND_ENTITY, definition_id)};
    if (a.def->area_count == 0) {
        if (a.def->trigger || has_ops(&a.def->enter) || has_ops(&a.def->exit)) {
            refuse(&a, "without-area", "it is a trigger, or has enter or exit, but has no area",
                "give it an area, or remove them");
        }
        return;
    }
    if (a.def->position != BUSTLE_POSITION_STATIC) {
        refuse(&a, "area-moves", "it is an area, but its position is not static",
            "make its position static, or give the area to another entity");
    }
    draft_boxes(&a);
    made->trigger = a.def->trigger;
    made->enter = draft_effects(&a, &a.def->enter, PART_ENTER);
    made->exit = draft_effects(&a, &a.def->exit, PART_EXIT);
}
