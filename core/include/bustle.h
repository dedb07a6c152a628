/* The public surface of bustle, a behaviour runtime for background characters in games. */
#ifndef BUSTLE_H
#define BUSTLE_H

#define BUSTLE_VERSION_MAJOR 0
#define BUSTLE_VERSION_MINOR 1
#define BUSTLE_VERSION_PATCH 0

/* BUSTLE_SHARED is set by CMake for whoever builds or links the shared library. */
#if !defined(BUSTLE_SHARED)
#define BUSTLE_API
#elif !defined(_WIN32)
#define BUSTLE_API __attribute__((visibility("default")))
#elif defined(BUSTLE_BUILDING)
#define BUSTLE_API __declspec(dllexport)
#else
#define BUSTLE_API __declspec(dllimport)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that is linked, as "0.1.0". Never NULL, never to be freed. */
BUSTLE_API const char *bustle_version(void);

#ifdef __cplusplus
}
#endif

#endif
