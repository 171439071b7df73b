#define _GNU_SOURCE
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

/// The reaction to a signal while the terminal is open.
enum kind { IGNORED, INFORMS, ENDS, FAILED_WRITE, CRASHES };

/// Classifies all signals of signal(7) whose default action ends the process, except SIGKILL, and the
/// signals of job control that concern a screen.
static enum kind kind_of(int signal) {
  switch (signal) {
    case SIGWINCH: case SIGTSTP: case SIGCONT:
      return INFORMS;
    case SIGHUP: case SIGINT: case SIGQUIT: case SIGTERM: case SIGUSR1: case SIGUSR2: case SIGALRM:
    case SIGVTALRM: case SIGPROF: case SIGIO: case SIGXCPU: case SIGPWR: case SIGSTKFLT:
      return ENDS;
    case SIGPIPE: case SIGXFSZ:
      return FAILED_WRITE;
    case SIGABRT: case SIGSEGV: case SIGBUS: case SIGILL: case SIGFPE: case SIGTRAP: case SIGSYS:
      return CRASHES;
    default:
      // The threads library uses signals 32 and 33.
      return signal >= SIGRTMIN && signal <= SIGRTMAX ? ENDS : IGNORED;
  }
}

// Signal numbers begin at 1 and end at 64.
#define BIT(signal) (UINT64_C(1) << ((signal) - 1))

/// How long a terminal may accept no output before it counts as stuck, in milliseconds.
#define PATIENCE 250

/// The time after an ending signal in which the program can end itself, in milliseconds. The restore of a
/// stuck terminal takes up to 500 ms more.
#define DEADLINE 1300

static atomic_int is_installed;
/// The thread that writes to the terminal; 0 if there is none. A thread that ends the process stays it.
static atomic_int writer;
static atomic_int bell = -1;
static atomic_uint_fast64_t pending;
/// The first signal that ends the program; 0 before such a signal.
static atomic_int ending;
/// Whether the child process that receives forwarded signals has started.
static atomic_int has_child;
/// What the handlers are installed for.
static enum cn_use use;
/// What the terminal has to be restored to, while it is armed.
static struct cn_rescue rescue;
static atomic_int is_armed;
static struct sigaction previous[NSIG];
static stack_t previous_stack;
static char crash_stack[65536] __attribute__((aligned(16)));

/// Makes this thread the writer; 0 while it is another thread.
static int begin_writing(void) {
  int holder = 0;
  return atomic_compare_exchange_strong(&writer, &holder, gettid()) || holder == gettid();
}

static void end_writing(void) {
  int holder = gettid();
  atomic_compare_exchange_strong(&writer, &holder, 0);
}

ssize_t cn_write(int descriptor, const void *bytes, size_t count) {
  errno = EIO;
  if (!begin_writing()) return -1;
  ssize_t written = write(descriptor, bytes, count);
  int failure = errno;
  end_writing();
  errno = failure;
  return written;
}

/// Writes all bytes; 0 if the terminal is closed or stuck, which must not keep the process alive.
static int write_all(const char *bytes, size_t count) {
  while (count > 0) {
    struct pollfd ready = {.fd = rescue.output, .events = POLLOUT};
    int result = poll(&ready, 1, PATIENCE);
    if (result < 0 && errno == EINTR) continue;
    if (result <= 0) return 0;
    ssize_t written = write(rescue.output, bytes, count);
    if (written < 0 && errno != EINTR && errno != EAGAIN) return 0;
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    }
  }
  return 1;
}

/// Writes the captured text to the terminal directly: a write to standard error may block.
static void write_captured_text(void) {
  static char text[CN_CAPTURED_LIMIT];
  if (rescue.captured < 0) return;
  dup2(rescue.standard_error, STDERR_FILENO);
  off_t end = lseek(rescue.captured, 0, SEEK_CUR);
  ssize_t count = end > 0 ? pread(rescue.captured, text, (size_t)end, 0) : 0;
  if (count > 0) write_all(text, (size_t)count);
}

/// Restores the terminal if it is armed, and keeps all other threads from writing to it.
static void restore_terminal(void) {
  // The writer is in a write that does not block, or restores the terminal and then ends the process.
  for (int round = 0; round < 200 && !begin_writing(); round++) poll(NULL, 0, 5);
  if (!atomic_exchange(&is_armed, 0)) return;
  // In the background the modes belong to the shell, and SIGTTOU would stop this process.
  int is_foreground = tcgetpgrp(rescue.input) == getpgrp();
  if (!write_all(rescue.text, rescue.length) && is_foreground) {
    // Discards frames that a stuck terminal has not read, to make room for the restore sequence.
    tcflush(rescue.output, TCOFLUSH);
    write_all(rescue.text, rescue.length);
  }
  if (is_foreground) tcsetattr(rescue.input, TCSANOW, &rescue.modes);
  write_captured_text();
}

void cn_rescue_arm(const struct cn_rescue *new_rescue) {
  static atomic_int registered;
  if (!atomic_exchange(&registered, 1)) atexit(restore_terminal);
  // Another thread has restored the terminal, and ends the process.
  if (!begin_writing()) return;
  rescue = *new_rescue;
  atomic_store(&is_armed, 1);
  end_writing();
}

void cn_restore(void) {
  restore_terminal();
  end_writing();
}

static void on_information(int signal) {
  int saved = errno;
  uint64_t one = 1;
  atomic_fetch_or(&pending, BIT(signal));
  ssize_t written = write(atomic_load(&bell), &one, sizeof one);
  (void)written;  // Fails only if the counter is full, and then the event loop wakes anyway.
  errno = saved;
}

/// Restores the terminal and ends the process by the default action of a signal.
static void die_by(int number) {
  restore_terminal();
  // Skips the previous handler: the Swift runtime's handler would write to the terminal again. The
  // signal is blocked until the handler returns, so a core dump has the registers of the crash.
  signal(number, SIG_DFL);
  raise(number);
}

/// Reports the first ending signal to the event loop; that of the deadline ends the process, because the
/// event loop hangs or is waiting for something.
static void on_end(int signal) {
  int first = 0;
  if (atomic_compare_exchange_strong(&ending, &first, signal)) {
    struct itimerval end = {.it_value = {DEADLINE / 1000, DEADLINE % 1000 * 1000}};
    setitimer(ITIMER_REAL, &end, NULL);
    on_information(signal);
  } else if (signal == SIGALRM) {
    die_by(first);
  }
}

/// Keeps a signal for the child process, except one that a terminal sends to both.
static void on_forwarded(int signal, siginfo_t *information, void *context) {
  (void)context;
  if (!atomic_load(&has_child) || information->si_code != SI_KERNEL) on_information(signal);
}

static void on_failed_write(int signal, siginfo_t *information, void *context) {
  (void)context;
  // Sent by the kernel for a write of this process, which fails with EPIPE or EFBIG and is reported by
  // its caller. Only a signal of another process ends the program.
  if (information->si_code == SI_USER && information->si_pid == getpid()) return;
  on_end(signal);
}

/// Whether a signal has a handler.
static int is_handled(int signal) {
  enum kind kind = kind_of(signal);
  // nohup(1) sets SIGHUP to be ignored. The other signals must end the program: a shell without job
  // control ignores SIGINT in its background jobs, and SIGALRM is the signal of the deadline.
  if (signal == SIGHUP && previous[signal].sa_handler == SIG_IGN) return 0;
  return kind == ENDS || (use == CN_SCREEN && kind != IGNORED);
}

static void install(int signal) {
  if (!is_handled(signal)) return;
  struct sigaction action = {.sa_handler = on_information};
  sigfillset(&action.sa_mask);
  switch (kind_of(signal)) {
    case IGNORED: case INFORMS: break;
    case ENDS:
      action.sa_handler = on_end;
      if (use != CN_FORWARDING) break;
      action.sa_sigaction = on_forwarded;
      action.sa_flags = SA_SIGINFO | SA_RESTART;
      break;
    case FAILED_WRITE:
      action.sa_sigaction = on_failed_write;
      action.sa_flags = SA_SIGINFO;
      break;
    case CRASHES:
      action.sa_handler = die_by;
      action.sa_flags = SA_ONSTACK;
      break;
  }
  sigaction(signal, &action, NULL);
}

int cn_signals_install(int new_bell, enum cn_use new_use) {
  if (atomic_exchange(&is_installed, 1)) return 0;
  use = new_use;
  atomic_store(&bell, new_bell);
  atomic_store(&pending, 0);
  atomic_store(&ending, 0);
  atomic_store(&has_child, 0);
  // After a stack overflow, the handler needs an alternate stack. `BackgroundThread` sets one for each
  // of its threads. Threads of thread pools have none, and no hook to set one: their other faults are
  // handled on their own stacks, but a stack overflow ends the process without the handler.
  stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
  if (use == CN_SCREEN) sigaltstack(&stack, &previous_stack);
  for (int signal = 1; signal < NSIG; signal++) {
    sigaction(signal, NULL, &previous[signal]);
    install(signal);
  }
  return 1;
}

void cn_signals_remove(void) {
  // The descriptor of the bell may be closed and used again.
  atomic_store(&bell, -1);
  for (int signal = 1; signal < NSIG; signal++) {
    // After an ending signal, the deadline applies until the process has ended.
    if (!is_handled(signal) || (cn_signals_ending() && kind_of(signal) == ENDS)) continue;
    sigaction(signal, &previous[signal], NULL);
  }
  if (use == CN_SCREEN) sigaltstack(&previous_stack, NULL);
  atomic_store(&is_installed, 0);
}

void cn_signals_ignore_keys(int ignores) {
  static const int keys[] = {SIGINT, SIGQUIT};
  for (int index = 0; index < 2; index++) {
    if (ignores) {
      signal(keys[index], SIG_IGN);
    } else {
      install(keys[index]);
    }
  }
}

void cn_signals_child_started(void) { atomic_store(&has_child, 1); }

uint64_t cn_signals_dequeue(void) { return atomic_exchange(&pending, 0); }

int cn_signals_ending(void) { return atomic_load(&ending); }

void cn_stop(void) {
  sigset_t only, before;
  // Ignores the signal to the group, so that it stops only the other processes: with several threads,
  // the signal may be delivered before or after kill(2) returns.
  signal(SIGTSTP, SIG_IGN);
  kill(0, SIGTSTP);
  signal(SIGTSTP, SIG_DFL);
  // The signal may be blocked in this thread, which must accept it now.
  sigemptyset(&only);
  sigaddset(&only, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &only, &before);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  install(SIGTSTP);
  // An orphaned process group is never stopped, and so receives no SIGCONT.
  atomic_fetch_or(&pending, BIT(SIGCONT));
}

void cn_end_by(int number) {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  signal(number, SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  raise(number);
  _exit(128 + number);  // Reached if the default action does not end the process.
}

int cn_make_bell(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int cn_make_memory_file(long limit) {
  int file = memfd_create("halyard", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0 || limit <= 0) return file;
  if (ftruncate(file, limit) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_GROW) == 0) return file;
  close(file);
  return -1;
}
