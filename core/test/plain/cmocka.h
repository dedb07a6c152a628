/* What the tests use of cmocka, for targets for which there is no cmocka: the tests of a build for
 * Windows from another system. It prints as cmocka does, so that the results are counted alike. */
#ifndef BUSTLE_PLAIN_CMOCKA_H
#define BUSTLE_PLAIN_CMOCKA_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef void (*CMUnitTestFunction)(void **state);
typedef int (*CMFixtureFunction)(void **state);

struct CMUnitTest {
    const char *name;
    CMUnitTestFunction test_func;
    CMFixtureFunction setup_func, teardown_func;
    void *initial_state;
};

#define cmocka_unit_test(test) \
    { #test, test, NULL, NULL, NULL }
#define cmocka_unit_test_setup_teardown(test, setup, teardown) \
    { #test, test, setup, teardown, NULL }

#define cmocka_run_group_tests_name(name, tests, setup, teardown) \
    plain_run_group(name, tests, sizeof(tests) / sizeof((tests)[0]), setup, teardown)
#define cmocka_run_group_tests(tests, setup, teardown) \
    cmocka_run_group_tests_name(#tests, tests, setup, teardown)

/* Each leaves the test if what is claimed is not so. */
#define assert_true(claim) plain_assert((claim) != 0, #claim, __FILE__, __LINE__)
#define assert_false(claim) plain_assert((claim) == 0, "not " #claim, __FILE__, __LINE__)
#define assert_null(pointer) \
    plain_assert((pointer) == NULL, #pointer " is NULL", __FILE__, __LINE__)
#define assert_non_null(pointer) \
    plain_assert((pointer) != NULL, #pointer " is not NULL", __FILE__, __LINE__)
#define assert_ptr_equal(a, b) plain_assert((a) == (b), #a " is " #b, __FILE__, __LINE__)
#define assert_ptr_not_equal(a, b) plain_assert((a) != (b), #a " is not " #b, __FILE__, __LINE__)
#define assert_int_equal(a, b) \
    plain_assert_number((uint64_t)(a), (uint64_t)(b), 1, #a " is " #b, __FILE__, __LINE__)
#define assert_int_not_equal(a, b) \
    plain_assert_number((uint64_t)(a), (uint64_t)(b), 0, #a " is not " #b, __FILE__, __LINE__)
#define assert_in_range(a, low, high)                                                   \
    plain_assert((uint64_t)(a) >= (uint64_t)(low) && (uint64_t)(a) <= (uint64_t)(high), \
        #a " is from " #low " to " #high, __FILE__, __LINE__)
#define assert_string_equal(a, b) plain_assert_string(a, b, 1, #a " is " #b, __FILE__, __LINE__)
#define assert_string_not_equal(a, b) \
    plain_assert_string(a, b, 0, #a " is not " #b, __FILE__, __LINE__)
#define assert_memory_equal(a, b, size) \
    plain_assert_memory(a, b, size, #a " is " #b, __FILE__, __LINE__)

#define fail() plain_assert(0, "this is not reached", __FILE__, __LINE__)
#define fail_msg(...) (print_error(__VA_ARGS__), print_error("\n"), fail())
#define skip() plain_skip()

#define test_malloc(size) malloc(size)
#define test_free(pointer) free(pointer)

int plain_run_group(const char *name, const struct CMUnitTest *tests, size_t count,
    CMFixtureFunction setup, CMFixtureFunction teardown);
void plain_assert(int holds, const char *claim, const char *file, int line);
void plain_assert_number(
    uint64_t a, uint64_t b, int equal, const char *claim, const char *file, int line);
void plain_assert_string(
    const char *a, const char *b, int equal, const char *claim, const char *file, int line);
void plain_assert_memory(
    const void *a, const void *b, size_t size, const char *claim, const char *file, int line);
void plain_skip(void);

void print_message(const char *format, ...);
void print_error(const char *format, ...);

#endif
