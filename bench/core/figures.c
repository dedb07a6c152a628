/* Means, deviations and percentiles. */
#include "figures.h"

#include <math.h>
#include <stdlib.h>

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left;
    double b = *(const double *)right;
    return (a > b) - (a < b);
}

double mean_of(const double *numbers, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += numbers[i];
    }
    return sum / (double)count;
}

spread spread_of(const double *numbers, size_t count) {
    spread result = {.mean = mean_of(numbers, count)};
    double squares = 0;
    for (size_t i = 0; i < count; i++) {
        squares += (numbers[i] - result.mean) * (numbers[i] - result.mean);
    }
    result.deviation = count < 2 ? 0.0 : sqrt(squares / (double)(count - 1));
    return result;
}

double median_of(double *numbers, size_t count) {
    qsort(numbers, count, sizeof *numbers, by_size);
    return (numbers[(count - 1) / 2] + numbers[count / 2]) / 2;
}

double percentile_of(double *numbers, size_t count, double percent) {
    if (count == 0) {
        return 0;
    }
    qsort(numbers, count, sizeof *numbers, by_size);
    double rank = ceil(percent / 100 * (double)count);
    size_t at = rank < 1 ? 0 : (size_t)rank - 1;
    return numbers[at < count ? at : count - 1];
}

double ns_per(double ns, uint64_t count) {
    return count == 0 ? 0.0 : ns / (double)count;
}
