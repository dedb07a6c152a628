# Builds for 64-bit Windows from another system: cmake -DCMAKE_TOOLCHAIN_FILE=cmake/mingw.cmake
# (Debian: gcc-mingw-w64-x86-64).
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# So that a program runs without the libraries of this compiler beside it.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static-libgcc)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -static-libgcc)
set(CMAKE_MODULE_LINKER_FLAGS_INIT -static-libgcc)
