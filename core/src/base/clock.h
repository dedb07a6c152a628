/* The time that passes outside the game, for time budgets alone: decisions never depend on it. */
#ifndef BUSTLE_CLOCK_H
#define BUSTLE_CLOCK_H

#include <stdint.h>

/* Microseconds from some moment on. */
int64_t bsl_clock_now(void);

#endif
