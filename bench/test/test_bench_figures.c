/* Figures of the benchmarks: means, deviations, percentiles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "figures.h"

static void assert_near(double value, double expected) {
    const double away = value > expected ? value - expected : expected - value;
    if (away > 1e-9) {
        fail_msg("%.12g instead of %.12g", value, expected);
    }
}

static void the_deviation_is_that_of_a_sample(void **state) {
    (void)state;
    const double numbers[] = {2, 4, 4, 4, 5, 5, 7, 9};
    const spread s = spread_of(numbers, 8);
    assert_near(s.mean, 5);
    assert_near(s.deviation * s.deviation, 32.0 / 7);
}

static void a_single_run_does_not_deviate(void **state) {
    (void)state;
    const double number = 3;
    const spread s = spread_of(&number, 1);
    assert_near(s.mean, 3);
    assert_near(s.deviation, 0);
}

static void the_median_lies_between_the_two_in_the_middle(void **state) {
    (void)state;
    double even[] = {9, 1, 4, 2};
    double odd[] = {9, 1, 4};
    assert_near(median_of(even, 4), 3);
    assert_near(median_of(odd, 3), 4);
}

static void a_percentile_is_the_least_number_that_so_many_do_not_exceed(void **state) {
    (void)state;
    double numbers[200];
    for (size_t i = 0; i < 200; i++) {
        numbers[i] = (double)(200 - i); /* 200 .. 1 */
    }
    assert_near(percentile_of(numbers, 200, 50), 100);
    assert_near(percentile_of(numbers, 200, 99), 198);
    assert_near(percentile_of(numbers, 200, 99.9), 200);
    assert_near(percentile_of(numbers, 200, 100), 200);
    assert_near(percentile_of(numbers, 200, 0), 1);
}

static void percentiles_of_few_numbers_are_among_them(void **state) {
    (void)state;
    double one = 7;
    double two[] = {8, 6};
    assert_near(percentile_of(&one, 1, 99), 7);
    assert_near(percentile_of(two, 2, 50), 6);
    assert_near(percentile_of(two, 2, 51), 8);
}

static void nothing_counted_costs_nothing(void **state) {
    (void)state;
    assert_near(ns_per(1000, 0), 0);
    assert_near(ns_per(1000, 4), 250);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_deviation_is_that_of_a_sample),
        cmocka_unit_test(a_single_run_does_not_deviate),
        cmocka_unit_test(the_median_lies_between_the_two_in_the_middle),
        cmocka_unit_test(a_percentile_is_the_least_number_that_so_many_do_not_exceed),
        cmocka_unit_test(percentiles_of_few_numbers_are_among_them),
        cmocka_unit_test(nothing_counted_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
