# Python.h, where Python was installed without it (Debian keeps it in python3-dev, which a plain python3-venv does not
# bring and PyPI does not have): the distribution's own package is fetched by apt-get, which checks its signature, and
# unpacked inside the build folder. No root needed, nothing on the system is touched.
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter)
execute_process(
  COMMAND "${Python_EXECUTABLE}" -c "import sysconfig; print(sysconfig.get_paths()['include'], end='')"
  OUTPUT_VARIABLE system_headers COMMAND_ERROR_IS_FATAL ANY)
if(EXISTS "${system_headers}/Python.h")
  return()
endif()

set(python_name "python${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}")
set(headers "${CMAKE_CURRENT_BINARY_DIR}/${python_name}-headers")
if(NOT EXISTS "${headers}/complete")
  message(STATUS "No Python.h in ${system_headers}; unpacking lib${python_name}-dev into the build folder")
  execute_process(COMMAND sh "${CMAKE_CURRENT_LIST_DIR}/fetch_headers.sh" "lib${python_name}-dev" "${headers}"
                  RESULT_VARIABLE failed ERROR_VARIABLE words OUTPUT_VARIABLE words)
  if(failed)
    message(FATAL_ERROR "No Python.h in ${system_headers}, and it could not be fetched:\n${words}\n"
                        "Install it, on Debian or Ubuntu: sudo apt install python3-dev")
  endif()
endif()
set(Python_INCLUDE_DIR "${headers}/usr/include/${python_name}" CACHE PATH "Python.h" FORCE)
