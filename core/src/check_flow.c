#include "check.h"
void check_flow(draft *d) {
    (void)d;
}
