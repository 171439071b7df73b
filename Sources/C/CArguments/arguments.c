#include "CArguments.h"

#include <stddef.h>

static int count = 0;
static char **arguments = NULL;

// The loader passes the arguments of `main` to constructors. Swift's `CommandLine` reads them from
// /proc/self/cmdline, and has none in a chroot or a container without /proc.
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  count = argc;
  arguments = argv;
}

int ca_count(void) { return arguments ? count : 0; }

const char *ca_argument(int index) {
  return index >= 0 && index < ca_count() ? arguments[index] : NULL;
}
