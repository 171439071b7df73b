#define _GNU_SOURCE
#include "CBuild.h"

#include <dlfcn.h>
#include <stddef.h>

#ifndef HALYARD_COMMIT
#define HALYARD_COMMIT NULL
#endif
#ifndef HALYARD_SWIFT_VERSION
#define HALYARD_SWIFT_VERSION NULL
#endif

// A function of the Swift runtime; only its address is used.
extern void *swift_retain(void *object);

const char *cb_commit(void) { return HALYARD_COMMIT; }

const char *cb_swift_version(void) { return HALYARD_SWIFT_VERSION; }

int cb_is_static(void) {
  Dl_info program, runtime;
  return dladdr((void *)cb_is_static, &program) && dladdr((void *)swift_retain, &runtime)
      && program.dli_fbase == runtime.dli_fbase;
}
