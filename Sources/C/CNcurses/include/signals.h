// Signal handlers must be async-signal-safe, so they are written in C.
#ifndef HALYARD_CNCURSES_SIGNALS_H
#define HALYARD_CNCURSES_SIGNALS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

/// What receives the signals that end the process.
enum cn_use {
  /// A program without a screen, which gets them as events.
  CN_PROGRAM,
  /// A program with a screen, which also gets the signals that concern a screen.
  CN_SCREEN,
  /// The child process of the program.
  CN_FORWARDING
};

/// Installs handlers for all signals that end the process and, with a screen, for those that concern it.
///
/// A signal for the event loop makes the bell readable. If the process has not ended 1.3 s after an ending
/// signal, which is not forwarded, the handler restores the terminal, and ends the process by the first
/// signal. With a screen, a fault in any thread does the same.
///
/// Returns 0, and does nothing, if handlers are installed already.
int cn_signals_install(int descriptor, enum cn_use use);
/// Restores the previous handlers; after an ending signal, its deadline still applies.
void cn_signals_remove(void);

/// Ignores SIGINT and SIGQUIT while another program uses the terminal, as system(3) does; 0 restores
/// their handlers.
///
/// The kernel discards ignored signals when they are sent. A handler that ignores them could run after
/// the other program has ended, because any thread may execute it.
void cn_signals_ignore_keys(int ignores);

/// From now on, drops signals of the terminal, such as SIGINT for Ctrl-C: the terminal sends them to the
/// child process, too.
void cn_signals_child_started(void);

/// Dequeues the signals that were delivered since the last call: bit n - 1 represents signal n.
uint64_t cn_signals_dequeue(void);

/// The first signal that ends the program; 0 before such a signal.
int cn_signals_ending(void);

/// Stops the process group for job control, and returns when the process is continued.
void cn_stop(void);

/// Ends the process by the default action of a signal.
_Noreturn void cn_end_by(int number);

/// The maximum size of the text of the captured standard error, in bytes.
#define CN_CAPTURED_LIMIT 65536

/// The state that the terminal is restored to.
struct cn_rescue {
  int input;
  int output;
  struct termios modes;
  /// The file with the captured standard error, and the original standard error; or -1.
  int captured;
  int standard_error;
  char text[512];
  size_t length;
};

/// Sets what a crash, an exit, a signal or `cn_restore` restores once.
void cn_rescue_arm(const struct cn_rescue *rescue);

/// Restores the terminal, even if it is stuck and accepts no output.
void cn_restore(void);

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
