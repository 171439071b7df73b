// What Swift cannot reach in ncurses by itself: macros, and globals that it takes for unsafe.
#ifndef HALYARD_CNCURSES_SHIM_H
#define HALYARD_CNCURSES_SHIM_H

#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE 1
#define NCURSES_WIDECHAR 1

#include <wchar.h>
#include <curses.h>
#include <term.h>

#endif
