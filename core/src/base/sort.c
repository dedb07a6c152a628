/* Quicksort with insertion sort for the small parts and heapsort for the bad ones. */
#include "base/sort.h"

#define SMALL 12

static void swap(item *a, item *b) {
    const item kept = *a;
    *a = *b;
    *b = kept;
}

static void insertion_sort(item *items, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const item moving = items[i];
        uint32_t j = i;
        for (; j > 0 && items[j - 1].key > moving.key; j--) {
            items[j] = items[j - 1];
        }
        items[j] = moving;
    }
}

static void sift_down(item *items, uint32_t root, uint32_t count) {
    for (;;) {
        uint32_t child = 2 * root + 1;
        if (child >= count) {
            return;
        }
        if (child + 1 < count && items[child + 1].key > items[child].key) {
            child++;
        }
        if (items[root].key >= items[child].key) {
            return;
        }
        swap(&items[root], &items[child]);
        root = child;
    }
}

static void heap_sort(item *items, uint32_t count) {
    for (uint32_t i = count / 2; i-- > 0;) {
        sift_down(items, i, count);
    }
    for (uint32_t end = count; end-- > 1;) {
        swap(&items[0], &items[end]);
        sift_down(items, 0, end);
    }
}

static uint64_t median(uint64_t a, uint64_t b, uint64_t c) {
    if (a < b) {
        return b < c ? b : (a < c ? c : a);
    }
    return a < c ? a : (b < c ? c : b);
}

/* Everything before the returned index is at most the pivot, everything from it at least. */
static uint32_t partition(item *items, uint32_t count) {
    const uint64_t pivot = median(items[0].key, items[count / 2].key, items[count - 1].key);
    uint32_t low = 0;
    uint32_t high = count - 1;
    for (;;) {
        while (items[low].key < pivot) {
            low++;
        }
        while (items[high].key > pivot) {
            high--;
        }
        if (low >= high) {
            return low;
        }
        swap(&items[low++], &items[high--]);
    }
}

static void quick_sort(item *items, uint32_t count, uint32_t depth) {
    while (count > SMALL) {
        if (depth-- == 0) {
            heap_sort(items, count);
            return;
        }
        const uint32_t middle = partition(items, count);
        quick_sort(items + middle, count - middle, depth);
        count = middle;
    }
    insertion_sort(items, count);
}

void bsl_sort_items(item *items, uint32_t count) {
    uint32_t sorted = 1;
    while (sorted < count && items[sorted - 1].key <= items[sorted].key) {
        sorted++;
    }
    if (sorted < count) {
        quick_sort(items, count, 64);
    }
}

#define FEW 32 /* are compared with each other sooner than they are sorted */

uint32_t bsl_sort_find(item *items, uint32_t count, uint32_t k) {
    if (count > FEW) {
        bsl_sort_items(items, count);
        return k;
    }
    for (uint32_t i = 0;; i++) {
        uint32_t smaller = 0;
        for (uint32_t j = 0; j < count; j++) {
            smaller += items[j].key < items[i].key;
        }
        if (smaller == k) {
            return i;
        }
    }
}
