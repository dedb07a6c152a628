/* Figures from many measured numbers. */
#ifndef BENCH_FIGURES_H
#define BENCH_FIGURES_H

#include <stddef.h>
#include <stdint.h>

/* A figure over several runs. */
typedef struct spread {
    double mean, deviation; /* the standard deviation of a sample; 0 of a single run */
} spread;

/* Of at least one number. Those that sort leave the list sorted. */
double mean_of(const double *numbers, size_t count);
spread spread_of(const double *numbers, size_t count);
double median_of(double *numbers, size_t count);
/* The least number that so many per cent of all do not exceed. */
double percentile_of(double *numbers, size_t count, double percent);

/* 0 if nothing was counted. */
double ns_per(double ns, uint64_t count);

#endif
