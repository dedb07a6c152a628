/* Sorting: any order in, ascending order out, also where quicksort is at its worst. */
#include <string.h>

#include "kit.h"

#include "base/sort.h"

enum { MOST = 3000 };

static item items[MOST];

static void expect_sorted(uint32_t count) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        items[i].value = (uint32_t)(items[i].key * 7);
        sum += items[i].key;
    }
    bsl_sort_items(items, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(i == 0 || items[i - 1].key <= items[i].key);
        assert_int_equal(items[i].value, (uint32_t)(items[i].key * 7)); /* whole items move */
        sum -= items[i].key;
    }
    assert_true(sum == 0); /* nobody is lost, nobody twice */
}

static void any_order_becomes_ascending(void **state) {
    (void)state;
    uint32_t random = 1;
    for (uint32_t count = 0; count < 200; count++) {
        for (uint32_t keys = 1; keys < 400; keys = keys * 3 + 1) {
            for (uint32_t i = 0; i < count; i++) {
                random = random * 1664525u + 1013904223u;
                items[i].key = (uint64_t)(random >> 16) % keys << (keys % 2 == 0 ? 32 : 0);
            }
            expect_sorted(count);
        }
    }
}

static void what_is_sorted_or_the_reverse_of_it_becomes_ascending(void **state) {
    (void)state;
    for (uint32_t i = 0; i < MOST; i++) {
        items[i].key = i;
    }
    expect_sorted(MOST);
    for (uint32_t i = 0; i < MOST; i++) {
        items[i].key = MOST - i;
    }
    expect_sorted(MOST);
}

static void what_would_be_at_a_place_is_found(void **state) {
    static item before[40];
    uint32_t random = 1;
    (void)state;
    for (uint32_t count = 1; count <= 40; count++) {
        for (uint32_t i = 0; i < count; i++) {
            random = random * 1664525u + 1013904223u;
            before[i].key = (uint64_t)(random >> 8) * 64 + i; /* no two are alike */
        }
        for (uint32_t k = 0; k < count; k++) {
            memcpy(items, before, count * sizeof *items);
            const uint64_t found = items[bsl_sort_find(items, count, k)].key;
            bsl_sort_items(items, count);
            assert_true(found == items[k].key);
        }
    }
}

/* What an adversary answers to every comparison of this quicksort so that its parts stay large
 * (M. D. McIlroy, "A killer adversary for quicksort"): it gives up on it half way. */
static const uint8_t worst[] = {0, 90, 2, 168, 4, 92, 6, 136, 8, 94, 10, 158, 12, 96, 14, 138, 16,
    98, 18, 169, 20, 100, 22, 140, 24, 102, 26, 160, 28, 104, 30, 142, 32, 106, 34, 170, 36, 108,
    38, 144, 40, 110, 42, 162, 44, 112, 46, 146, 48, 114, 50, 171, 52, 116, 54, 148, 56, 118, 58,
    164, 60, 120, 62, 150, 64, 122, 66, 172, 68, 124, 70, 152, 72, 126, 74, 166, 76, 128, 78, 154,
    80, 130, 82, 173, 84, 132, 86, 156, 88, 134, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27,
    29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63, 65, 67, 69, 71, 73, 75,
    77, 79, 81, 83, 85, 87, 89, 91, 93, 95, 97, 99, 101, 103, 105, 107, 109, 111, 113, 115, 117,
    119, 121, 123, 125, 127, 129, 131, 133, 135, 137, 139, 141, 143, 145, 147, 149, 151, 153, 155,
    157, 159, 161, 163, 165, 167, 174, 175, 176, 177, 178, 179};

static void the_worst_case_of_quicksort_becomes_ascending(void **state) {
    (void)state;
    const uint32_t count = sizeof worst / sizeof worst[0];
    for (uint32_t i = 0; i < count; i++) {
        items[i].key = worst[i];
    }
    expect_sorted(count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_order_becomes_ascending),
        cmocka_unit_test(what_is_sorted_or_the_reverse_of_it_becomes_ascending),
        cmocka_unit_test(the_worst_case_of_quicksort_becomes_ascending),
        cmocka_unit_test(what_would_be_at_a_place_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
