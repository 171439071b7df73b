#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct cmhd_library cmhd_library;
static int is_ready = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
#define FIND(name) \
  if ((cmhd_library.name = (__typeof__(name) *)dlsym(handle, #name)) == NULL) return;
  CMHD_EACH(FIND)
  is_ready = 1;
}

int cmhd_is_ready(void) {
  pthread_once(&once, load);
  return is_ready;
}

// Leaves percent-escapes unchanged: the server decodes them once, and keeps an escaped NUL apart from
// the end of the text.
static size_t leave_escapes(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

static void log_message(void *settings, const char *format, va_list arguments) {
  const struct cmhd_settings *server = settings;
  char message[512];
  vsnprintf(message, sizeof message, format, arguments);
  server->failed(server->context, message);
}

struct MHD_Daemon *cmhd_start(const struct cmhd_settings *server) {
  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC |
                   MHD_USE_ERROR_LOG;
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)server->key},
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)server->certificate},
      {MHD_OPTION_END, 0, NULL},
  };
  struct MHD_OptionItem pool[] = {
      {MHD_OPTION_THREAD_POOL_SIZE, server->threads, NULL},
      {MHD_OPTION_END, 0, NULL},
  };
  const struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  // Version 0.9 would send the head of its response to a request without `Host` twice.
  struct MHD_OptionItem strict[] = {
      {MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL},
      {MHD_OPTION_END, 0, NULL},
  };
  if (server->key != NULL) flags |= MHD_USE_TLS;
  // The threads of the server inherit the mask: signals must reach the threads of the program, but a
  // blocked fault would end the process without its clean-up.
  sigset_t blocked, previous;
  sigfillset(&blocked);
  const int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&blocked, faults[i]);
  pthread_sigmask(SIG_BLOCK, &blocked, &previous);
  // The logger must be the first option, because it reports the errors of the others.
  struct MHD_Daemon *daemon = cmhd_library.MHD_start_daemon(
      flags, 0, NULL, NULL, server->request_received, server->context,
      MHD_OPTION_EXTERNAL_LOGGER, log_message, (void *)server,
      MHD_OPTION_LISTEN_SOCKET, server->listener,
      MHD_OPTION_CONNECTION_LIMIT, server->connections,
      MHD_OPTION_CONNECTION_TIMEOUT, server->timeout,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, server->memory,
      MHD_OPTION_NOTIFY_CONNECTION, server->connection_changed, server->context,
      MHD_OPTION_URI_LOG_CALLBACK, server->request_started, server->context,
      MHD_OPTION_NOTIFY_COMPLETED, server->request_completed, server->context,
      MHD_OPTION_UNESCAPE_CALLBACK, leave_escapes, NULL,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 0,
      MHD_OPTION_ARRAY, server->threads > 1 ? pool : none,
      MHD_OPTION_ARRAY, cmhd_is_lenient() ? none : strict,
      MHD_OPTION_ARRAY, server->key != NULL ? tls : none,
      MHD_OPTION_END);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  return daemon;
}

void cmhd_stop(struct MHD_Daemon *daemon) { cmhd_library.MHD_stop_daemon(daemon); }

static const union MHD_ConnectionInfo *info(
    struct MHD_Connection *connection, enum MHD_ConnectionInfoType type) {
  return cmhd_library.MHD_get_connection_info(connection, type);
}

int cmhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *found = info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return found == NULL ? -1 : found->connect_fd;
}

void *cmhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *found = info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return found == NULL ? NULL : found->socket_context;
}

const struct sockaddr *cmhd_client_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *found = info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return found == NULL ? NULL : found->client_addr;
}

const char *cmhd_request_header(struct MHD_Connection *connection, const char *name) {
  return cmhd_library.MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

size_t cmhd_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *found = info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return found == NULL ? 0 : found->header_size;
}

void cmhd_drop_query(const char *target) {
  char *mark = strchr(target, '?');
  if (mark != NULL) mark[1] = 0;
}

void cmhd_suspend(struct MHD_Connection *connection) {
  cmhd_library.MHD_suspend_connection(connection);
}

void cmhd_resume(struct MHD_Connection *connection) { cmhd_library.MHD_resume_connection(connection); }

struct MHD_Response *cmhd_copy_response(size_t size, const void *bytes) {
  return cmhd_library.MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

struct MHD_Response *cmhd_read_response(
    uint64_t size, size_t block, MHD_ContentReaderCallback read, void *context,
    MHD_ContentReaderFreeCallback free) {
  return cmhd_library.MHD_create_response_from_callback(size, block, read, context, free);
}

int cmhd_add_header(struct MHD_Response *response, const char *name, const char *value) {
  return cmhd_library.MHD_add_response_header(response, name, value) == MHD_YES;
}

int cmhd_queue(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response) {
  return cmhd_library.MHD_queue_response(connection, status, response) == MHD_YES;
}

void cmhd_destroy(struct MHD_Response *response) { cmhd_library.MHD_destroy_response(response); }
