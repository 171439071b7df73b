// The functions of libmicrohttpd that were found when it was loaded.
#ifndef HALYARD_CMICROHTTPD_LIBRARY_H
#define HALYARD_CMICROHTTPD_LIBRARY_H

#include "shim.h"

#define CMHD_EACH(X) \
  X(MHD_start_daemon) X(MHD_stop_daemon) X(MHD_get_connection_info) X(MHD_get_connection_values) \
  X(MHD_lookup_connection_value) X(MHD_suspend_connection) X(MHD_resume_connection) \
  X(MHD_create_response_from_buffer) X(MHD_create_response_from_callback) \
  X(MHD_add_response_header) X(MHD_queue_response) X(MHD_destroy_response) X(MHD_get_version)

#define CMHD_DECLARE(name) __typeof__(name) *name;
struct cmhd_library { CMHD_EACH(CMHD_DECLARE) };
extern struct cmhd_library cmhd_library;

// Whether the library is of version 0.9, which accepts malformed heads: NUL bytes end the text of a value,
// and a folded line is appended to the name of its header.
int cmhd_is_lenient(void);

#endif
