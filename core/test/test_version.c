/* The version that the library reports. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bustle.h"
#include "version.h"

static void the_version_is_text(void **state) {
    (void)state;
    assert_string_equal(bustle_version(), "0.1.0");
}

static void a_part_out_of_range_is_refused(void **state) {
    (void)state;
    assert_int_equal(bustle_version_part(1), 1);
    assert_int_equal(bustle_version_part(3), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_version_is_text),
        cmocka_unit_test(a_part_out_of_range_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
