# bustle_target(NAME): the language level, warnings and sanitizers every target of this project has.
# Everything is private to the target, so that nothing of it reaches a game that links the library.
function(bustle_target name)
  set_target_properties(${name} PROPERTIES
    C_STANDARD 11
    C_STANDARD_REQUIRED ON
    C_EXTENSIONS OFF
    C_VISIBILITY_PRESET hidden)
  target_compile_definitions(${name} PRIVATE BUSTLE_CHECKS=$<BOOL:${BUSTLE_CHECKS}>)

  if(MSVC)
    target_compile_options(${name} PRIVATE /W4 $<$<BOOL:${BUSTLE_WERROR}>:/WX>)
    return()
  endif()

  target_compile_options(${name} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wstrict-prototypes
    -Wmissing-prototypes -Wvla -Wundef -Wcast-align -Wdouble-promotion -Wwrite-strings
    $<$<BOOL:${BUSTLE_WERROR}>:-Werror>)

  if(BUSTLE_SANITIZE)
    target_compile_options(${name} PRIVATE
      -fsanitize=${BUSTLE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${name} PRIVATE -fsanitize=${BUSTLE_SANITIZE})
  endif()
endfunction()
