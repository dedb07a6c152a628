/* Blocks of houses in a town, each with two rooms and one who is moved from one to the other. */
#ifndef BENCH_BLOCKS_H
#define BENCH_BLOCKS_H

#include "bustle.h"

/* NULL: it could not be made; the reason is on stderr. The NPCs are those in `npcs`. */
bustle_world *open_blocks(uint32_t count, bustle_entity *npcs);
/* Everybody changes rooms: once to the second, then back. False: it went wrong. */
bool change_rooms(bustle_world *world, uint32_t count, const bustle_entity *npcs, bool second);

#endif
