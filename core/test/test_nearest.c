/* The name that somebody meant, for the cures of problems. */
#include "kit.h"

#include "base/nearest.h"

static const char *word_at(const void *words, uint32_t index) {
    return ((const char *const *)words)[index];
}

#define NEAREST(name, patience, ...)                                  \
    bsl_nearest_of(name, word_at, (const char *const[]){__VA_ARGS__}, \
        sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *), patience)

static void the_closest_name_is_meant_and_among_equals_the_first(void **state) {
    (void)state;
    size_t patience = PATIENCE;
    assert_string_equal(NEAREST("enrgy", &patience, "hunger", "energies", "energy"), "energy");
    assert_string_equal(NEAREST("abc", &patience, "abd", "abe"), "abd");
    assert_string_equal(NEAREST("abc", &patience, NULL, "acb"), "acb");
}

static void one_letter_of_three_may_be_wrong(void **state) {
    (void)state;
    size_t patience = PATIENCE;
    assert_string_equal(NEAREST("abc", &patience, "abx"), "abx");
    assert_null(NEAREST("abc", &patience, "axx"));
    assert_null(NEAREST("ab", &patience, "ax"));
    assert_string_equal(NEAREST("abcdef", &patience, "abcd"), "abcd");
    assert_null(NEAREST("abcdef", &patience, "abc"));
}

static void names_that_nobody_writes_by_hand_are_not_compared(void **state) {
    (void)state;
    static const char name_of_48[] = "123456789012345678901234567890123456789012345678";
    static const char name_of_49[] = "1234567890123456789012345678901234567890123456789";
    size_t patience = PATIENCE;
    assert_string_equal(NEAREST(name_of_48, &patience, name_of_48), name_of_48);
    assert_null(NEAREST(name_of_49, &patience, name_of_48));
    assert_null(NEAREST(name_of_48, &patience, name_of_49));
}

static void patience_is_lost_letter_by_letter(void **state) {
    (void)state;
    size_t patience = 10;
    assert_string_equal(NEAREST("abc", &patience, "abd"), "abd");
    assert_int_equal(patience, 1);
    assert_string_equal(NEAREST("abc", &patience, "abd", "abc"), "abd");
    assert_int_equal(patience, 0);
    assert_null(NEAREST("abc", &patience, "abd"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_closest_name_is_meant_and_among_equals_the_first),
        cmocka_unit_test(one_letter_of_three_may_be_wrong),
        cmocka_unit_test(names_that_nobody_writes_by_hand_are_not_compared),
        cmocka_unit_test(patience_is_lost_letter_by_letter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
