/* Running tests one by one, leaving them where they fail; elsewhere a failure ends the program, as
 * a fuzz target needs it. What it stands in for: cmocka.h. */
#include "cmocka.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PASSED, FAILED, SKIPPED };

static jmp_buf leave;
static int running; /* a test, which can be left */

/* ---- Printing ---- */

void print_message(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

void print_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}

/* ---- Claims ---- */

void plain_skip(void) {
    longjmp(leave, SKIPPED);
}

void plain_assert(int holds, const char *claim, const char *file, int line) {
    if (!holds) {
        print_error("%s:%d: error: %s\n", file, line, claim);
        if (!running) {
            abort();
        }
        longjmp(leave, FAILED);
    }
}

void plain_assert_number(
    uint64_t a, uint64_t b, int equal, const char *claim, const char *file, int line) {
    if ((a == b) != equal) {
        print_error("%" PRIu64 " and %" PRIu64 "\n", a, b);
    }
    plain_assert((a == b) == equal, claim, file, line);
}

void plain_assert_string(
    const char *a, const char *b, int equal, const char *claim, const char *file, int line) {
    const int same = a != NULL && b != NULL ? strcmp(a, b) == 0 : a == b;
    if (same != equal) {
        print_error("\"%s\" and \"%s\"\n", a != NULL ? a : "(NULL)", b != NULL ? b : "(NULL)");
    }
    plain_assert(same == equal, claim, file, line);
}

void plain_assert_memory(
    const void *a, const void *b, size_t size, const char *claim, const char *file, int line) {
    plain_assert(memcmp(a, b, size) == 0, claim, file, line);
}

/* ---- Running ---- */

static int run_fixture(CMFixtureFunction fixture, void **state) {
    return fixture == NULL || fixture(state) == 0 ? PASSED : FAILED;
}

static int guarded(const struct CMUnitTest *test, void **state) {
    const int left = setjmp(leave);
    if (left != 0) {
        return left;
    }
    if (run_fixture(test->setup_func, state) != PASSED) {
        return FAILED;
    }
    test->test_func(state);
    return run_fixture(test->teardown_func, state);
}

static int run_test(const struct CMUnitTest *test, void *group_state) {
    static const char *const words[] = {"[       OK ]", "[  FAILED  ]", "[  SKIPPED ]"};
    void *state = test->initial_state != NULL ? test->initial_state : group_state;
    print_message("[ RUN      ] %s\n", test->name);
    running = 1;
    const int result = guarded(test, &state);
    running = 0;
    print_message("%s %s\n", words[result], test->name);
    fflush(stdout);
    return result == FAILED;
}

int plain_run_group(const char *name, const struct CMUnitTest *tests, size_t count,
    CMFixtureFunction setup, CMFixtureFunction teardown) {
    void *state = NULL;
    int failed = 0;
    print_message("[==========] %s: Running %u test(s).\n", name, (unsigned)count);
    if (run_fixture(setup, &state) != PASSED) {
        return 1;
    }
    for (size_t i = 0; i < count; i++) {
        failed += run_test(&tests[i], state);
    }
    failed += run_fixture(teardown, &state) != PASSED;
    print_message("[==========] %s: %u test(s) run.\n", name, (unsigned)count);
    return failed;
}
