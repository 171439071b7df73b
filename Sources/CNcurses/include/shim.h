// The parts of ncurses that Swift cannot import: macros, and globals that are not concurrency-safe.
#ifndef HALYARD_CNCURSES_SHIM_H
#define HALYARD_CNCURSES_SHIM_H

#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE 1
#define NCURSES_WIDECHAR 1

#include <wchar.h>
#include <curses.h>
#include <term.h>

static const attr_t cn_bold = WA_BOLD;
static const attr_t cn_dim = WA_DIM;
static const attr_t cn_underlined = WA_UNDERLINE;
static const attr_t cn_reversed = WA_REVERSE;
static const attr_t cn_italic = WA_ITALIC;

static inline WINDOW *cn_window(void) { return stdscr; }
static inline int cn_colours(void) { return COLORS; }
static inline int cn_colour_pairs(void) { return COLOR_PAIRS; }

/// A string capability of the terminal database, or NULL.
static inline const char *cn_capability(const char *name) {
  const char *value = tigetstr((char *)name);
  return value == (const char *)-1 ? NULL : value;
}

/// Prevents curses from resetting the palette, which may be part of the user's terminal settings.
static inline void cn_leave_palette_alone(void) { orig_colors = NULL; }

/// Makes the next refresh redraw the whole screen.
static inline void cn_forget_terminal(void) { clearok(curscr, TRUE); }

/// The width of a character in cells by the C library, or -1.
static inline int cn_width(wchar_t character) {
  // Declared here because Swift's module of <wchar.h> omits it.
  extern int wcwidth(wchar_t);
  return wcwidth(character);
}

/// Writes one character, as a base character with its combining marks, to a cell.
static inline void cn_put(int row, int column, const wchar_t *text, attr_t attributes, int pair) {
  cchar_t cell;
  // Passed by pointer: as a plain argument the pair would be truncated to 15 bits.
  if (setcchar(&cell, text, attributes, 0, &pair) == ERR) return;
  if (wmove(stdscr, row, column) != ERR) wadd_wch(stdscr, &cell);
}

/// Writes one ASCII character to a cell.
static inline void cn_put_ascii(int row, int column, char text, attr_t attributes, int pair) {
  wchar_t wide[2] = {(wchar_t)text, 0};
  cn_put(row, column, wide, attributes, pair);
}

#endif
