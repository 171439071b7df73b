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
#include <time.h>
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

/// Whether the terminal must be restored when the process ends.
enum { RESTING, ARMED, RESCUED };

/// How long a terminal may accept no output before it counts as stuck, in milliseconds.
#define PATIENCE 200

/// The time after an ending signal in which the program can end itself, in milliseconds. The restore of a
/// stuck terminal takes up to 500 ms more.
#define DEADLINE 1300

/// The time after an ending signal in which others are ignored, in milliseconds: when a terminal is closed,
/// the kernel and the shell both send SIGHUP.
#define REPETITION 300

static atomic_int claimed;
static atomic_int state = RESTING;
/// The thread that restores the terminal.
static atomic_int rescuer;
/// The thread that is writing to the terminal; 0 if there is none.
static atomic_int writer;
static atomic_int bell = -1;
static atomic_uint_fast64_t pending;
/// The first signal that ends the program, and its time in milliseconds; 0 before such a signal.
static atomic_int ending;
static atomic_llong ending_time;
/// The timer of the deadline, which sends SIGALRM.
static timer_t deadline;
static int has_deadline;
/// Whether the handlers for a screen are installed besides those of the ending signals.
static int has_screen;
static struct cn_rescue rescue;
static struct sigaction previous[NSIG];
static stack_t previous_stack;
static char crash_stack[65536] __attribute__((aligned(16)));

int cn_claim(void) { return atomic_exchange(&claimed, 1) == 0; }
void cn_release(void) { atomic_store(&claimed, 0); }

ssize_t cn_write(int descriptor, const void *bytes, size_t count) {
  ssize_t written = -1;
  int failure = EIO;
  atomic_store(&writer, gettid());
  // No frame may follow after a thread that ends the process has restored the terminal.
  if (atomic_load(&state) != RESCUED) {
    written = write(descriptor, bytes, count);
    failure = errno;
  }
  atomic_store(&writer, 0);
  errno = failure;
  return written;
}

/// Writes all bytes; 0 if the terminal is closed or stuck, which must not keep the process alive.
static int write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
    int result = poll(&ready, 1, PATIENCE);
    if (result < 0 && errno == EINTR) continue;
    if (result <= 0) return 0;
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno != EINTR && errno != EAGAIN) return 0;
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    }
  }
  return 1;
}

static void write_captured_text(void) {
  if (rescue.captured < 0) return;
  char buffer[4096];
  off_t end = lseek(rescue.captured, 0, SEEK_CUR);
  dup2(rescue.standard_error, STDERR_FILENO);
  for (off_t at = 0; at < end;) {
    size_t room = (size_t)(end - at) < sizeof buffer ? (size_t)(end - at) : sizeof buffer;
    ssize_t count = pread(rescue.captured, buffer, room, at);
    // Bypasses standard error, which is the same terminal, because writes to it may block.
    if (count <= 0 || !write_all(rescue.output, buffer, (size_t)count)) return;
    at += count;
  }
}

/// Waits until another thread has finished its non-blocking write(2), so that the restore comes after.
static void wait_for_writer(void) {
  for (int round = 0; round < 20; round++) {
    int thread = atomic_load(&writer);
    if (thread == 0 || thread == gettid()) return;
    poll(NULL, 0, 5);
  }
}

static void restore_terminal(void) {
  int expected = ARMED;
  // If several threads fault at once, the first one restores the terminal.
  if (!atomic_compare_exchange_strong(&state, &expected, RESCUED)) return;
  atomic_store(&rescuer, gettid());
  wait_for_writer();
  // In the background the modes belong to the shell, and SIGTTOU would stop this process.
  int is_foreground = tcgetpgrp(rescue.input) == getpgrp();
  if (!write_all(rescue.output, rescue.text, rescue.length) && is_foreground) {
    // Discards frames that a stuck terminal has not read, to make room for the restore sequence.
    tcflush(rescue.output, TCOFLUSH);
    write_all(rescue.output, rescue.text, rescue.length);
  }
  if (is_foreground) tcsetattr(rescue.input, TCSANOW, &rescue.modes);
  write_captured_text();
}

/// Lets the thread that restores the terminal end the process, if it is another thread.
static void wait_for_rescuer(void) {
  if (atomic_load(&state) != RESCUED) return;
  for (int round = 0; round < 200 && atomic_load(&rescuer) != gettid(); round++) {
    poll(NULL, 0, 10);
  }
}

void cn_rescue_arm(const struct cn_rescue *new_rescue) {
  static atomic_int registered;
  if (!atomic_exchange(&registered, 1)) atexit(restore_terminal);
  cn_rescue_disarm();
  if (atomic_load(&state) == RESCUED) return;
  rescue = *new_rescue;
  int expected = RESTING;
  atomic_compare_exchange_strong(&state, &expected, ARMED);
}

int cn_rescue_disarm(void) {
  int expected = ARMED;
  return atomic_compare_exchange_strong(&state, &expected, RESTING);
}

static void set_default(int signal) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction(signal, &action, NULL);
}

static void ring(void) {
  uint64_t one = 1;
  ssize_t written = write(atomic_load(&bell), &one, sizeof one);
  (void)written;  // Fails only if the counter is full, and then the event loop wakes anyway.
}

static void on_information(int signal) {
  int saved = errno;
  atomic_fetch_or(&pending, BIT(signal));
  ring();
  errno = saved;
}

/// Restores the terminal and ends the process by the default action of a signal.
static void die_by(int signal) {
  restore_terminal();
  wait_for_rescuer();
  // Skips the previous handler: the Swift runtime's handler would write to the terminal again. The
  // signal is blocked until the handler returns, so a core dump has the registers of the crash.
  set_default(signal);
  raise(signal);
}

/// The monotonic time in milliseconds.
static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/// Reports the first ending signal to the event loop; a later one, such as that of the deadline, ends the
/// process, because the event loop hangs or is waiting for something.
static void on_end(int signal) {
  int saved = errno;
  int first = 0;
  if (atomic_compare_exchange_strong(&ending, &first, signal)) {
    atomic_store(&ending_time, now());
    struct itimerspec end = {
      .it_value = {.tv_sec = DEADLINE / 1000, .tv_nsec = DEADLINE % 1000 * 1000000L}
    };
    if (!has_deadline || timer_settime(deadline, 0, &end, NULL) != 0) alarm(1);
    atomic_fetch_or(&pending, BIT(signal));
    ring();
  } else if (atomic_load(&ending_time) != 0 && now() - atomic_load(&ending_time) >= REPETITION) {
    die_by(first);
  }
  errno = saved;
}

static void on_failed_write(int signal, siginfo_t *information, void *context) {
  (void)context;
  // Sent by the kernel for a write of this process, which fails with EPIPE or EFBIG and is reported by
  // its caller. Only a signal of another process ends the program.
  if (information->si_code == SI_USER && information->si_pid == getpid()) return;
  on_end(signal);
}

static void on_crash(int signal) { die_by(signal); }

/// Whether a kind of signals has a handler.
static int is_handled(enum kind kind) { return kind == ENDS || (has_screen && kind != IGNORED); }

static void install(int signal) {
  enum kind kind = kind_of(signal);
  if (!is_handled(kind)) return;
  struct sigaction action = {.sa_flags = 0};
  sigfillset(&action.sa_mask);
  switch (kind) {
    case IGNORED: return;
    case INFORMS: action.sa_handler = on_information; break;
    case ENDS: action.sa_handler = on_end; break;
    case FAILED_WRITE:
      action.sa_sigaction = on_failed_write;
      action.sa_flags = SA_SIGINFO;
      break;
    case CRASHES:
      action.sa_handler = on_crash;
      action.sa_flags = SA_ONSTACK;
      break;
  }
  sigaction(signal, NULL, &previous[signal]);
  // nohup(1) sets SIGHUP to be ignored. The other signals must end the program: a shell without job
  // control ignores SIGINT in its background jobs, and SIGALRM is the signal of the deadline.
  if (signal == SIGHUP && previous[signal].sa_handler == SIG_IGN) return;
  sigaction(signal, &action, NULL);
}

void cn_signals_install(int new_bell, int new_has_screen) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
  has_screen = new_has_screen;
  has_deadline = timer_create(CLOCK_MONOTONIC, &event, &deadline) == 0;
  atomic_store(&bell, new_bell);
  atomic_store(&pending, 0);
  atomic_store(&ending_time, 0);
  atomic_store(&ending, 0);
  // After a stack overflow, the handler needs an alternate stack. `BackgroundThread` sets one for each
  // of its threads. Threads of thread pools have none, and no hook to set one: their other faults are
  // handled on their own stacks, but a stack overflow ends the process without the handler.
  stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
  if (has_screen) sigaltstack(&stack, &previous_stack);
  for (int signal = 1; signal < NSIG; signal++) install(signal);
}

void cn_signals_remove(void) {
  // The descriptor of the bell may be closed and used again.
  atomic_store(&bell, -1);
  int is_ending = atomic_load(&ending) != 0;
  for (int signal = 1; signal < NSIG; signal++) {
    enum kind kind = kind_of(signal);
    // After an ending signal, the deadline applies until the process has ended.
    if (!is_handled(kind) || (is_ending && kind == ENDS)) continue;
    sigaction(signal, &previous[signal], NULL);
  }
  if (has_screen) sigaltstack(&previous_stack, NULL);
  if (has_deadline && !is_ending) timer_delete(deadline);
}

void cn_signals_ignore_keys(int ignores) {
  static const int signals[] = {SIGINT, SIGQUIT};
  static struct sigaction handlers[2];
  struct sigaction ignored = {.sa_handler = SIG_IGN};
  for (int index = 0; index < 2; index++) {
    if (ignores) {
      sigaction(signals[index], &ignored, &handlers[index]);
    } else {
      sigaction(signals[index], &handlers[index], NULL);
    }
  }
}

static const int forwarded[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
enum { FORWARDED_COUNT = sizeof forwarded / sizeof *forwarded };

static atomic_int is_forwarding;
/// The child process that receives the signals; 0 before its start and after its end.
static atomic_int receiver;
/// The signals that were delivered before the start of the child process.
static atomic_uint_fast64_t early;

/// Sends the signals that were delivered before the start of the child process.
static void forward_early(pid_t child) {
  uint64_t bits = atomic_exchange(&early, 0);
  for (int index = 0; index < FORWARDED_COUNT; index++) {
    if (bits & BIT(forwarded[index])) kill(child, forwarded[index]);
  }
}

static void on_forward(int signal, siginfo_t *information, void *context) {
  (void)context;
  int saved = errno;
  pid_t child = atomic_load(&receiver);
  if (child > 0 && information->si_code != SI_KERNEL) {
    kill(child, signal);
  } else if (child <= 0) {
    atomic_fetch_or(&early, BIT(signal));
    // The child process may have been started since.
    child = atomic_load(&receiver);
    if (child > 0) forward_early(child);
  }
  errno = saved;
}

void cn_signals_forward(void) {
  atomic_store(&receiver, 0);
  atomic_store(&early, 0);
  atomic_store(&is_forwarding, 1);
  for (int index = 0; index < FORWARDED_COUNT; index++) {
    int signal = forwarded[index];
    struct sigaction action = {.sa_sigaction = on_forward, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigaction(signal, NULL, &previous[signal]);
    // nohup(1) sets SIGHUP to be ignored, also in the child process.
    if (previous[signal].sa_handler != SIG_IGN) sigaction(signal, &action, NULL);
  }
}

void cn_signals_forward_to(pid_t child) {
  atomic_store(&receiver, child);
  forward_early(child);
}

void cn_signals_forward_stop(void) {
  // Without a start, the handlers may be those of an event loop.
  if (!atomic_exchange(&is_forwarding, 0)) return;
  atomic_store(&receiver, 0);
  for (int index = 0; index < FORWARDED_COUNT; index++) {
    sigaction(forwarded[index], &previous[forwarded[index]], NULL);
  }
}

uint64_t cn_signals_dequeue(void) { return atomic_exchange(&pending, 0); }

int cn_signals_is_ending(void) { return atomic_load(&ending) != 0; }

uint64_t cn_signals_ending(void) {
  uint64_t bits = 0;
  for (int signal = 1; signal < NSIG; signal++) {
    enum kind kind = kind_of(signal);
    if (kind == ENDS || kind == FAILED_WRITE) bits |= BIT(signal);
  }
  return bits;
}

void cn_stop(void) {
  struct sigaction handler, ignored = {.sa_handler = SIG_IGN};
  sigset_t only, before;
  // Ignores the signal to the group, so that it stops only the other processes: with several threads,
  // the signal may be delivered before or after kill(2) returns.
  sigaction(SIGTSTP, &ignored, &handler);
  kill(0, SIGTSTP);
  set_default(SIGTSTP);
  // The signal may be blocked in this thread, which must accept it now.
  sigemptyset(&only);
  sigaddset(&only, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &only, &before);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(SIGTSTP, &handler, NULL);
  // An orphaned process group is never stopped, and so receives no SIGCONT.
  atomic_fetch_or(&pending, BIT(SIGCONT));
}

void cn_end_by(int signal) {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  set_default(signal);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  raise(signal);
  _exit(128 + signal);  // Reached if the default action does not end the process.
}

int cn_make_bell(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int cn_make_memory_file(long limit) {
  int file = memfd_create("halyard", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0 || limit <= 0) return file;
  if (ftruncate(file, limit) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_GROW) == 0) return file;
  close(file);
  return -1;
}
