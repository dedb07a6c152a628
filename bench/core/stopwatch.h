/* Clocks for the benchmarks, fine enough for one update of a small market. */
#ifndef BENCH_STOPWATCH_H
#define BENCH_STOPWATCH_H

#include <stdint.h>

/* Nanoseconds from any fixed point: of the clock on the wall, which is quick to read, and of this
 * process' time on the processor, which other programs do not disturb. */
int64_t wall_ns(void);
int64_t processor_ns(void);

#endif
