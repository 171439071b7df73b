// The parts of ncurses that Swift cannot import: variadic functions, and globals that are not
// concurrency-safe.
#ifndef HALYARD_CNCURSES_SHIM_H
#define HALYARD_CNCURSES_SHIM_H

#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE 1

#include <curses.h>
#include <term.h>

/// Selects the entry of a terminal type in the terminal database; 0 if there is none.
static inline int cn_select(const char *term, int descriptor) {
  // Without the pointer to a status, setupterm prints a message and exits if it finds no entry.
  int status = 0;
  return setupterm(term, descriptor, &status) == OK;
}

/// Frees the selected entry.
static inline void cn_deselect(void) {
  if (cur_term != NULL) del_curterm(cur_term);
}

/// A string capability of the selected entry, or NULL.
static inline const char *cn_string(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == (const char *)-1 ? NULL : value;
}

/// Whether the selected entry has a Boolean capability.
static inline int cn_flag(const char *name) { return tigetflag((char *)name) > 0; }

/// A numeric capability of the selected entry, or a negative number.
static inline int cn_number(const char *name) { return tigetnum((char *)name); }

/// Applies a string capability to one parameter; NULL for a malformed capability.
static inline const char *cn_expand(const char *text, int parameter) {
  return tparm((char *)text, (long)parameter, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

#endif
