#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <wchar.h>

#include "signals.h"

static cn_width *width_of_unknown;

void cn_set_width_of_unknown(cn_width *width) { width_of_unknown = width; }

/// Takes precedence over the function of the C library, also for ncurses, which would draw a blank for each
/// character that is newer than the table of the C library.
int wcwidth(wchar_t character) {
  static int (*original)(wchar_t);
  if (original == NULL) original = (int (*)(wchar_t))dlsym(RTLD_NEXT, "wcwidth");
  int width = original == NULL ? -1 : original(character);
  return width < 0 && width_of_unknown != NULL ? width_of_unknown(character) : width;
}
