# The stub generator sees the extension alone; in the package its modules are below kiebitz.
file(GLOB_RECURSE stubs "${STUBS}/*.pyi")
foreach(stub IN LISTS stubs)
  file(READ "${stub}" text)
  string(REGEX REPLACE "(from|import) _core" "\\1 kiebitz._core" text "${text}")
  string(REGEX REPLACE "([^A-Za-z._])_core\\." "\\1kiebitz._core." text "${text}")
  file(WRITE "${stub}" "${text}")
endforeach()
