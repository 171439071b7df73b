// Functions of libmicrohttpd, which is loaded on first use: only programs that start a server need it.
#ifndef HALYARD_CMICROHTTPD_SHIM_H
#define HALYARD_CMICROHTTPD_SHIM_H

#include <microhttpd.h>

// Loads libmicrohttpd; returns 0 on failure. The functions below require a successful call.
int cmhd_is_ready(void);

// The settings of a server. libmicrohttpd calls all callbacks on its own threads.
struct cmhd_settings {
  // The listening socket, which the server closes.
  int listener;
  unsigned threads;
  unsigned connections;
  // The seconds without a byte after which a connection is closed.
  unsigned timeout;
  // The bytes of memory of one connection, which limit the size of the request line and headers.
  size_t memory;
  // The PEM texts of the private key and the certificate; NULL for a server without TLS.
  const char *key;
  const char *certificate;
  // The first argument of all callbacks.
  void *context;
  MHD_NotifyConnectionCallback connection_changed;
  // Returns the context of a request, from its unchanged request target.
  void *(*request_started)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_AccessHandlerCallback request_received;
  MHD_RequestCompletedCallback request_completed;
  // Receives the error messages of libmicrohttpd and its TLS library.
  void (*failed)(void *context, const char *message);
};

// Starts the threads of a server; returns NULL on failure.
struct MHD_Daemon *cmhd_start(const struct cmhd_settings *settings);
// Stops to accept connections, and returns the listening socket.
int cmhd_quiesce(struct MHD_Daemon *daemon);
void cmhd_stop(struct MHD_Daemon *daemon);

// Information about a connection.
int cmhd_socket(struct MHD_Connection *connection);
void *cmhd_socket_context(struct MHD_Connection *connection);
const struct sockaddr *cmhd_client_address(struct MHD_Connection *connection);
const char *cmhd_request_header(struct MHD_Connection *connection, const char *name);

void cmhd_suspend(struct MHD_Connection *connection);
void cmhd_resume(struct MHD_Connection *connection);

// Responses. A created response must be destroyed; a queued one lives until it is sent.
struct MHD_Response *cmhd_copy_response(size_t size, const void *bytes);
struct MHD_Response *cmhd_stream_response(
    MHD_ContentReaderCallback read, void *context, MHD_ContentReaderFreeCallback free);
int cmhd_add_header(struct MHD_Response *response, const char *name, const char *value);
int cmhd_queue(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response);
void cmhd_destroy(struct MHD_Response *response);

static const ssize_t cmhd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const unsigned cmhd_started = MHD_CONNECTION_NOTIFY_STARTED;

#endif
