/* The clock of each system: C11's, which the older C library of Windows lacks, and that of Windows.
 */
#include "base/clock.h"

#if defined(_WIN32)

#include <windows.h>

int64_t bsl_clock_now(void) {
    LARGE_INTEGER frequency;
    LARGE_INTEGER count;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&count);
    const int64_t seconds = count.QuadPart / frequency.QuadPart;
    const int64_t rest = count.QuadPart % frequency.QuadPart;
    return seconds * 1000000 + rest * 1000000 / frequency.QuadPart;
}

#else

#include <time.h>

int64_t bsl_clock_now(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

#endif
