/* Prints what was measured, for people and for programs. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include "measure.h"

void report_table(const bench_plan *plan, const bench_results *results);
void report_json(const bench_plan *plan, const bench_results *results);

#endif
