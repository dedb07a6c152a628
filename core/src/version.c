/* The version of the library. */
#include "version.h"

#include "bustle.h"

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *bustle_version(void) {
    return TEXT(BUSTLE_VERSION_MAJOR) "." TEXT(BUSTLE_VERSION_MINOR) "." TEXT(BUSTLE_VERSION_PATCH);
}

int bustle_version_part(int index) {
    static const int parts[] = {BUSTLE_VERSION_MAJOR, BUSTLE_VERSION_MINOR, BUSTLE_VERSION_PATCH};
    return index >= 0 && index < 3 ? parts[index] : -1;
}
