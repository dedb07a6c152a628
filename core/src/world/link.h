/* Links between entities (S65): which there are, and their values. */
#ifndef BUSTLE_LINK_H
#define BUSTLE_LINK_H

#include "base/pool.h"
#include "world/rows.h"

#define LINKS_OF_A_KIND 255u /* from one entity, at the most */
#define MOST_LINKS (1u << 20) /* in a world */

typedef struct link_record {
    uint32_t from, to; /* slots */
    uint32_t next, previous; /* of the same kind and from the same entity, by the spawn numbers of
                                those they lead to */
    uint32_t next_linked, previous_linked; /* of those that lead to the same, in no order */
    uint32_t kind;
} link_record;

typedef struct link_bunch { /* all of a kind from an entity; there is one at least */
    uint32_t next; /* of the entity, by kinds */
    uint32_t first;
    uint16_t kind;
    uint16_t count;
} link_bunch;

typedef struct link_entry {
    uint64_t key; /* link_key; NO_LINK: the place is free */
    int32_t value;
    uint32_t record;
} link_entry;

#define NO_LINK UINT64_MAX

typedef struct link_map {
    pool records, bunches;
    link_entry *index; /* open addressing by the hash of the key */
    uint32_t capacity; /* a power of two; 0: none */
    uint32_t shift; /* that leaves a place of a hash */
    uint32_t count;
    uint64_t refused; /* past LINKS_OF_A_KIND or MOST_LINKS, so far */
    uint64_t cut; /* paths that looked at as many links as they may (path.h) */
    uint64_t *told; /* bit set: paths of which that was told */
} link_map;

static inline uint64_t link_key(uint32_t from, uint32_t kind, uint32_t to) {
    return (uint64_t)from << (SLOT_BITS + 16) | (uint64_t)to << 16 | kind;
}

static inline uint32_t link_place(const link_map *m, uint64_t ends) {
    return (uint32_t)(ends * UINT64_C(0x9e3779b97f4a7c15) >> m->shift);
}

/* NULL: there is no such link. */
static inline link_entry *link_find(const link_map *m, uint64_t ends) {
    if (m->count == 0) {
        return NULL;
    }
    uint32_t place = link_place(m, ends);
    while (m->index[place].key != ends) {
        if (m->index[place].key == NO_LINK) {
            return NULL;
        }
        place = (place + 1) & (m->capacity - 1);
    }
    return &m->index[place];
}

bool bsl_link_init(bustle_world *w); /* false: no memory */
void bsl_link_release(bustle_world *w);
/* Room for so many more. False: no memory. */
bool bsl_link_reserve(bustle_world *w, uint64_t more);
/* Whether there is room. */
bool bsl_link_has_room(const link_map *m, uint64_t more);

/* Sets a link of a kind that content declares, or unlinks a flag. After a reservation; the two are
 * not the same. False: there are as many as there may be. */
bool bsl_link_set(bustle_world *w, uint32_t from, uint32_t kind, uint32_t to, int64_t value);
void bsl_link_unset(bustle_world *w, uint32_t from, uint32_t kind, uint32_t to);
/* All links from and to an entity vanish. */
void bsl_link_forget(bustle_world *w, uint32_t slot);
/* Of any kind, also those that follow from what is going on. */
int32_t bsl_link_read(const bustle_world *w, uint32_t from, uint32_t kind, uint32_t to);
/* The first of a kind from an entity; POOL_NONE. */
uint32_t bsl_link_first(const bustle_world *w, uint32_t slot, uint32_t kind);
/* Whether what is known of the links of an entity agrees; adds those from it to *count. */
bool bsl_link_check(const bustle_world *w, uint32_t slot, uint32_t *count);

#endif
