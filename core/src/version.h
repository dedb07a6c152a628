/* Private: the pieces of the version text. */
#ifndef BUSTLE_VERSION_H
#define BUSTLE_VERSION_H

int bustle_version_part(int index);

#endif
