/* Pools: room for what is reserved, and some of it ahead. */
#include "kit.h"

#include "base/pool.h"

static void a_large_pool_grows_by_a_part_of_what_it_has(void **state) {
    (void)state;
    enum { SEGMENT = 1 << POOL_SEGMENT_SHIFT, SEGMENTS = 130 };
    heap h;
    arena a;
    pool p;
    bsl_heap_init(&h, NULL);
    bsl_arena_init(&a, &h, 16);
    bsl_pool_init(&p, 8);
    assert_true(pool_reserve(&p, &a, 1));
    assert_int_equal(p.segment_count, 1);
    assert_true(pool_reserve(&p, &a, (uint64_t)SEGMENTS * SEGMENT));
    assert_int_equal(p.segment_count, SEGMENTS);
    assert_true(pool_reserve(&p, &a, (uint64_t)SEGMENTS * SEGMENT + 1));
    assert_int_equal(p.segment_count, SEGMENTS + 1 + SEGMENTS / 64);
    bsl_pool_release(&p, &h);
    bsl_arena_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_pool_grows_by_a_part_of_what_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
