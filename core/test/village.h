/* A village with a use for every rule about content, and a busy minute of its life: for rules that
 * must hold whatever happens. */
#ifndef VILLAGE_H
#define VILLAGE_H

#include "kit.h"

/* State "free", "cups" (both claimed), "energy", "pace", "mood" (calm, merry); environment "rain"
 * and "tide"; interruptions "bell", "greeting", "calm", "show", "storm" (rain >= 3), "flood" (tide
 * >= 2). Props "bench" (static), "bar", "cat" (queried). NPCs "villager", "guard" (queried),
 * "loner" (has nothing that it can do, and halts), "waiter", "dreamer", "director",
 * "actor", "spirit" (nowhere), "pub" (an area), "farmer" (has the plan "fields", and "free time" in
 * the role "holiday"; a day lasts 12 s). Areas
 * "square" and "corner" (a trigger). "room" and "table" offer "stay" and "tea" to the "visitor".
 * Scenes "chat",
 * "aside" (nested in chats), "play" (staged by directors), "news" (begun by a cue). Condition 1 and
 * effects 1 and 2 (which errs) are set too. */
void def_village(kit *k);

/* Makes the world and plays the minute in it: whatever the game can do, it does. A call that lacks
 * memory is made again; after each the world must be consistent. Defines nothing, so that the
 * definitions may be changed before. */
void village_play(kit *k);

/* Makes a call until it does not lack memory. */
#define INSIST(call)                           \
    while (village_lacks_memory(k, (call))) {} \
    (void)0

/* Whether the call that gave this status lacked memory. The world must be consistent after it. */
bool village_lacks_memory(kit *k, bustle_status status);

/* Called after each such call, unless NULL; the kit clears nothing. */
extern void (*village_after)(kit *k);

/* How many calls lacked memory since village_play began. */
extern unsigned village_lacks;

/* Everything that can be read about a world's entities, as one number. */
uint32_t village_fingerprint(const kit *k);

/* 32-bit FNV-1a, by the book: start with VILLAGE_FNV. */
#define VILLAGE_FNV UINT32_C(2166136261)
uint32_t village_fnv_bytes(uint32_t hash, const char *bytes, size_t count);
uint32_t village_fnv_word(uint32_t hash, uint32_t word); /* little-endian */

#endif
