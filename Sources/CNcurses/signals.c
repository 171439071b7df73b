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
#include <unistd.h>

static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM,
                             SIGPROF, SIGIO, SIGXCPU};
static const int informing[] = {SIGWINCH, SIGTSTP, SIGCONT};
static const int crashing[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define BIT(signal) (UINT64_C(1) << (signal))

static atomic_int claimed;
static atomic_int armed;
static atomic_int bell = -1;
static atomic_uint_fast64_t pending;
static struct cn_rescue rescue;
static struct sigaction previous[NSIG];
static char crash_stack[65536] __attribute__((aligned(16)));

int cn_claim(void) { return atomic_exchange(&claimed, 1) == 0; }
void cn_release(void) { atomic_store(&claimed, 0); }

static void write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    // A terminal that takes nothing any more must not keep a crashed program alive.
    struct pollfd ready = {.fd = descriptor, .events = POLLOUT};
    int answer = poll(&ready, 1, 500);
    if (answer < 0 && errno == EINTR) continue;
    if (answer <= 0) return;
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    }
  }
}

static void show_kept_text(void) {
  if (rescue.kept < 0) return;
  char buffer[4096];
  off_t end = lseek(rescue.kept, 0, SEEK_CUR);
  dup2(rescue.standard_error, STDERR_FILENO);
  for (off_t at = 0; at < end;) {
    size_t wanted = (size_t)(end - at) < sizeof buffer ? (size_t)(end - at) : sizeof buffer;
    ssize_t count = pread(rescue.kept, buffer, wanted, at);
    if (count <= 0) return;
    write_all(STDERR_FILENO, buffer, (size_t)count);
    at += count;
  }
}

static void give_terminal_back(void) {
  if (!atomic_exchange(&armed, 0)) return;
  write_all(rescue.output, rescue.text, rescue.length);
  // In the background the modes are the shell's, and setting them would stop this process.
  if (tcgetpgrp(rescue.input) == getpgrp()) tcsetattr(rescue.input, TCSANOW, &rescue.modes);
  show_kept_text();
}

void cn_rescue_arm(const struct cn_rescue *wanted) {
  static atomic_int registered;
  if (!atomic_exchange(&registered, 1)) atexit(give_terminal_back);
  atomic_store(&armed, 0);
  rescue = *wanted;
  atomic_store(&armed, 1);
}

void cn_rescue_disarm(void) { atomic_store(&armed, 0); }

static void set_default(int signal) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction(signal, &action, NULL);
}

static void ring(void) {
  uint64_t one = 1;
  ssize_t written = write(atomic_load(&bell), &one, sizeof one);
  (void)written;  // The counter can only be full, and then it wakes the loop anyway.
}

static void on_information(int signal) {
  int saved = errno;
  atomic_fetch_or(&pending, BIT(signal));
  ring();
  errno = saved;
}

static void on_end(int signal) {
  int saved = errno;
  if (atomic_fetch_or(&pending, BIT(signal)) & BIT(signal)) {
    // Asked twice, and the loop has not even seen the first: it hangs.
    give_terminal_back();
    set_default(signal);
    raise(signal);
  }
  ring();
  errno = saved;
}

static void on_crash(int signal) {
  give_terminal_back();
  // Not what was there before: the Swift runtime's handler would take the terminal once more, to
  // ask what to do. The signal is blocked until this returns, so a core has the crash's registers.
  set_default(signal);
  raise(signal);
}

static void install(int signal, void (*handler)(int), int flags, int respects_ignored) {
  sigaction(signal, NULL, &previous[signal]);
  if (respects_ignored && previous[signal].sa_handler == SIG_IGN) return;
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  sigfillset(&action.sa_mask);
  sigaction(signal, &action, NULL);
}

void cn_signals_install(int new_bell) {
  atomic_store(&bell, new_bell);
  atomic_store(&pending, 0);
  stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
  sigaltstack(&stack, NULL);
  for (size_t i = 0; i < COUNT(informing); i++) install(informing[i], on_information, 0, 1);
  for (size_t i = 0; i < COUNT(ending); i++) install(ending[i], on_end, 0, 1);
  for (size_t i = 0; i < COUNT(crashing); i++) install(crashing[i], on_crash, SA_ONSTACK, 0);
}

static void put_back(const int *signals, size_t count) {
  for (size_t i = 0; i < count; i++) sigaction(signals[i], &previous[signals[i]], NULL);
}

void cn_signals_remove(void) {
  put_back(informing, COUNT(informing));
  put_back(ending, COUNT(ending));
  put_back(crashing, COUNT(crashing));
}

uint64_t cn_signals_take(void) { return atomic_exchange(&pending, 0); }

uint64_t cn_signals_pending(void) { return atomic_load(&pending); }

uint64_t cn_signals_ending(void) {
  uint64_t bits = 0;
  for (size_t i = 0; i < COUNT(ending); i++) bits |= BIT(ending[i]);
  return bits;
}

void cn_stop(void) {
  struct sigaction handler, ignored = {.sa_handler = SIG_IGN};
  sigset_t only, before;
  // Ignored first, so that the group's signal does not also stop this process: whether that one
  // comes before or after kill(2) returns is open as soon as there are other threads.
  sigaction(SIGTSTP, &ignored, &handler);
  kill(0, SIGTSTP);
  set_default(SIGTSTP);
  // Threads that others started may not take signals; this one has to.
  sigemptyset(&only);
  sigaddset(&only, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &only, &before);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  sigaction(SIGTSTP, &handler, NULL);
  // A group that no shell waits for is never stopped, so that nothing would continue it.
  atomic_fetch_or(&pending, BIT(SIGCONT));
}

void cn_end_by(int signal) {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  set_default(signal);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  raise(signal);
  _exit(128 + signal);  // For a signal whose default action is not to end.
}

int cn_make_bell(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int cn_make_memory_file(long limit) {
  int file = memfd_create("halyard", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0 || limit <= 0) return file;
  if (ftruncate(file, limit) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_GROW) == 0) return file;
  close(file);
  return -1;
}
