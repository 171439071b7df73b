// The parts of ncurses that Swift cannot import: macros, and functions of its global variables.
#ifndef HALYARD_CNCURSES_SHIM_H
#define HALYARD_CNCURSES_SHIM_H

#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE 1
#define NCURSES_WIDECHAR 1

#include <curses.h>
#include <stdint.h>
#include <term.h>

static const attr_t cn_bold = A_BOLD, cn_dim = A_DIM, cn_underlined = A_UNDERLINE,
  cn_reversed = A_REVERSE, cn_italic = A_ITALIC;

/// Opens a screen whose output goes to a file; NULL if the terminal database has no entry for the type.
static inline SCREEN *cn_open(const char *term, FILE *output) { return newterm(term, output, stdin); }

/// Sets a cell to a character and its combining marks, which end with 0.
static inline void cn_set(cchar_t *cell, const int32_t *scalars, attr_t attributes, int pair) {
  // The number of the pair can be larger than the short of the other parameter.
  setcchar(cell, (const wchar_t *)scalars, attributes, 0, &pair);
}

/// Puts characters on the screen, each in as many columns as it is wide.
static inline void cn_put(int row, int column, const cchar_t *cells, int count) {
  mvwadd_wchnstr(stdscr, row, column, cells, count);
}

/// Writes what has changed since the last call, and moves the cursor.
static inline void cn_update(int row, int column) {
  wmove(stdscr, row, column);
  wnoutrefresh(stdscr);
  doupdate();
}

/// Makes the next update draw all cells of an empty screen.
static inline void cn_clear(void) {
  werase(stdscr);
  clearok(curscr, TRUE);
}

/// Prepares the screen: scrolls rows, does not interrupt an update for typed keys, and selects the sequences
/// that the keys send.
static inline void cn_prepare(void) {
  idlok(stdscr, TRUE);
  typeahead(-1);
  keypad(stdscr, TRUE);
}

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

/// A string capability of the selected entry or of the open screen, or NULL.
static inline const char *cn_string(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == (const char *)-1 ? NULL : value;
}

#endif
