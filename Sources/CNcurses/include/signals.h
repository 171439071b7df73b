// Signal handlers may touch nothing but C globals, so they live in C.
#ifndef HALYARD_CNCURSES_SIGNALS_H
#define HALYARD_CNCURSES_SIGNALS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

/// Claims the process's one terminal; 0 if it is already claimed.
int cn_claim(void);
void cn_release(void);

/// Installs the handlers of all signals that would end the process or that a screen has to know of.
///
/// A signal for the event loop makes the bell readable. A fault in any thread gives the terminal
/// back and ends the process by that signal.
void cn_signals_install(int descriptor);
void cn_signals_remove(void);

/// The signals that came since the last call: bit n - 1 stands for signal n.
uint64_t cn_signals_take(void);

/// The same signals, which stay pending.
uint64_t cn_signals_pending(void);

/// The signals that ask the program to end, as the same bits.
uint64_t cn_signals_ending(void);

/// Stops the process group as the shell expects it, and returns when it is continued.
void cn_stop(void);

/// Ends the process by a signal's default action.
_Noreturn void cn_end_by(int signal);

/// What a crash, an exit or a signal has to undo.
struct cn_rescue {
  int input;
  int output;
  struct termios modes;
  /// The file with the text written to standard error meanwhile, and the real standard error; or -1.
  int kept;
  int standard_error;
  char text[256];
  size_t length;
};

void cn_rescue_arm(const struct cn_rescue *rescue);

/// Leaves the terminal to the program itself; 0 if there was nothing to undo, or if another thread
/// undoes it already, because it ends the process.
int cn_rescue_disarm(void);

/// write(2), which fails with EIO once the terminal is given back by a thread that ends the process.
ssize_t cn_write(int descriptor, const void *bytes, size_t count);

/// A counter that wakes poll(2), or -1.
int cn_make_bell(void);

/// An unnamed file in memory; with a limit above 0 it never grows beyond it. -1 on failure.
int cn_make_memory_file(long limit);

#endif
