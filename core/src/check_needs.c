#include "check.h"
void check_needs(draft *d) {
    (void)d;
}
