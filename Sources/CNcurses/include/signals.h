// Signal handlers must be async-signal-safe, so they are written in C.
#ifndef HALYARD_CNCURSES_SIGNALS_H
#define HALYARD_CNCURSES_SIGNALS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

/// Claims the only terminal of the process; 0 if it is already claimed.
int cn_claim(void);
/// Releases the terminal for another claim.
void cn_release(void);

/// Installs handlers for all signals that end the process and, with a screen, for those that concern it.
///
/// A signal for the event loop makes the bell readable. If the process has not ended 1.3 s after an ending
/// signal, or receives a second one, the handler restores the terminal, and ends the process by the first
/// signal. With a screen, a fault in any thread does the same.
void cn_signals_install(int descriptor, int has_screen);
/// Restores the previous handlers; after an ending signal, its deadline still applies.
void cn_signals_remove(void);

/// Ignores SIGINT and SIGQUIT while another program uses the terminal, as system(3) does; 0 restores
/// their handlers.
///
/// The kernel discards ignored signals when they are sent. A handler that ignores them could run after
/// the other program has ended, because any thread may execute it.
void cn_signals_ignore_keys(int ignores);

/// Keeps the signals that end the process for a child process, which is started next.
///
/// A signal of the terminal, such as SIGINT for Ctrl-C, is not forwarded to a running child process: the terminal
/// sends it to that process, too.
void cn_signals_forward(void);
/// Forwards the signals since the last call, and later ones, to the child process.
void cn_signals_forward_to(pid_t child);
/// Restores the former actions of the signals; does nothing without an earlier start.
void cn_signals_forward_stop(void);

/// Dequeues the signals that were delivered since the last call: bit n - 1 represents signal n.
uint64_t cn_signals_dequeue(void);

/// Whether a signal that ends the program was delivered.
int cn_signals_is_ending(void);

/// The set of signals that end the program.
uint64_t cn_signals_ending(void);

/// Stops the process group for job control, and returns when the process is continued.
void cn_stop(void);

/// Ends the process by the default action of a signal.
_Noreturn void cn_end_by(int signal);

/// The state that a crash, an exit or a signal restores.
struct cn_rescue {
  int input;
  int output;
  struct termios modes;
  /// The file with the captured standard error, and the original standard error; or -1.
  int captured;
  int standard_error;
  char text[256];
  size_t length;
};

/// Arms the restore of the terminal.
void cn_rescue_arm(const struct cn_rescue *rescue);

/// Disarms the restore; 0 if it was not armed, or if another thread that ends the process is restoring
/// the terminal.
int cn_rescue_disarm(void);

/// write(2), except that it fails with EIO after a thread that ends the process restored the terminal.
ssize_t cn_write(int descriptor, const void *bytes, size_t count);

/// A function that returns the number of columns of a character; -1 if it cannot be drawn.
typedef int cn_width(int32_t character);

/// Sets the function for the widths of characters that the C library does not know.
void cn_set_width_of_unknown(cn_width *width);

/// An event counter (eventfd) that wakes poll(2), or -1.
int cn_make_bell(void);

/// An anonymous file in memory (memfd), whose size is limited if the limit is above 0; -1 on failure.
int cn_make_memory_file(long limit);

#endif
