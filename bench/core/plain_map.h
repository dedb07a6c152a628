/* Hash maps to numbers or pointers, from numbers and from names: open addressing, at most three
 * quarters full, nothing is ever taken out. The plain implementation keeps nearly everything in
 * these. */
#ifndef BENCH_PLAIN_MAP_H
#define BENCH_PLAIN_MAP_H

#include <stddef.h>
#include <stdint.h>

typedef union map_value {
    int32_t number;
    void *pointer;
} map_value;

typedef struct map_slot {
    uint32_t key;
    uint32_t used;
    map_value value;
} map_slot;

typedef struct map {
    map_slot *slots;
    uint32_t capacity; /* a power of two, or 0 */
    uint32_t count;
} map;

/* NULL: there is no such key. Valid until the next map_at of a new key. */
map_value *map_find(const map *m, uint32_t key);
/* The value of the key, which is made (as 0) if it is not there. */
map_value *map_at(map *m, uint32_t key);
void map_free(map *m);

typedef struct name_slot {
    const char *name; /* NULL: free; not copied */
    map_value value;
} name_slot;

typedef struct name_map {
    name_slot *slots;
    uint32_t capacity;
    uint32_t count;
} name_map;

map_value *name_map_find(const name_map *m, const char *name);
map_value *name_map_at(name_map *m, const char *name);
void name_map_free(name_map *m);

/* 32-bit FNV-1a. */
uint32_t plain_name_hash(const char *name);

/* Memory or the end of the program: a benchmark has nothing better to do without. */
void *plain_resized(void *block, size_t size);

#endif
