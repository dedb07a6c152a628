/* Where areas are: their boxes, found by the cells that they touch (area.c). */
#ifndef BUSTLE_AREA_TABLE_H
#define BUSTLE_AREA_TABLE_H

#include "world/world.h"

area_rank bsl_area_rank_of(const bustle_world *w, uint32_t slot);
/* The areas that contain a point, other than one of that slot, into w->areas.found, by size and
 * spawn number. False: no memory. */
bool bsl_area_table_find(bustle_world *w, const int32_t at[3], uint32_t except);
/* An area is no more found. */
void bsl_area_table_remove(bustle_world *w, uint32_t slot);
/* Whether the boxes of an area, and its outer area, are what they should be. */
bool bsl_area_table_check(const bustle_world *w, uint32_t slot);
/* Whether an NPC is in all areas that are found where it is. */
bool bsl_area_table_agrees(const bustle_world *w, uint32_t slot);

#endif
