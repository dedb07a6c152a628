/* What can be seen of a world, as text: who is there, with which state, doing and remembering what.
 * spec/saves/told.lua says the same in Lua. */
#ifndef TOLD_H
#define TOLD_H

#include <stdio.h>

#include "bustle.h"

void told(const bustle_world *world, FILE *out);

#endif
