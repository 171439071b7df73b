// Functions of libmicrohttpd, which is loaded on first use: only programs that start a server need it.
#ifndef HALYARD_CMICROHTTPD_SHIM_H
#define HALYARD_CMICROHTTPD_SHIM_H

#include <microhttpd.h>

// Loads libmicrohttpd; returns 0 on failure. The functions below require a successful call.
int cmhd_is_ready(void);

// The settings of a server. libmicrohttpd calls all callbacks on its own threads.
struct cmhd_settings {
  // The listening socket, which the server closes; after a failed start, it may be open or closed.
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
// Closes the listening socket and all connections. None of them may be suspended: libmicrohttpd would
// abort the process. MHD_quiesce_daemon is not used: with several threads, it removes the listening
// socket from an epoll set at the same time as the thread of that set, and aborts if it is too late.
void cmhd_stop(struct MHD_Daemon *daemon);

// Information about a connection.
int cmhd_socket(struct MHD_Connection *connection);
void *cmhd_socket_context(struct MHD_Connection *connection);
const struct sockaddr *cmhd_client_address(struct MHD_Connection *connection);
const char *cmhd_request_header(struct MHD_Connection *connection, const char *name);
// The bytes of the request line and the headers.
size_t cmhd_head_size(struct MHD_Connection *connection);
// Ends the request target of `request_started` behind its question mark. libmicrohttpd would otherwise store
// each parameter in the memory of the connection, and close the connection without a response when it is
// full; it parses the parameters in the received bytes after this callback.
void cmhd_drop_query(const char *target);

// The first defect of a request head by RFC 9112.
enum cmhd_head {
  cmhd_head_valid,
  // A NUL byte, a folded line, a name that is no token, or a control character in a value.
  cmhd_head_malformed,
  // No `Host` in a request of HTTP/1.1, several ones, or one that cannot be a host.
  cmhd_head_bad_host,
  // Several `Content-Length`, or one that is not a number.
  cmhd_head_bad_length,
  // A `Content-Length` above the range of numbers.
  cmhd_head_large_length,
  // A `Transfer-Encoding` that is not `chunked` alone, in HTTP/1.0, or beside `Content-Length`.
  cmhd_head_bad_encoding,
};

// Checks the head of a request in the first call of `request_received`, with the arguments of this call.
// `target_size` is the length of the request target as received.
enum cmhd_head cmhd_check_head(
    struct MHD_Connection *connection, const char *url, size_t target_size, const char *method,
    const char *version);
// Checks only the `Content-Length` of a head of which any part has been received.
enum cmhd_head cmhd_check_length(struct MHD_Connection *connection);

void cmhd_suspend(struct MHD_Connection *connection);
void cmhd_resume(struct MHD_Connection *connection);

// Responses. A created response must be destroyed; a queued one lives until it is sent.
struct MHD_Response *cmhd_copy_response(size_t size, const void *bytes);
// A response whose body is read in blocks; the size of a stream is cmhd_unknown_size.
struct MHD_Response *cmhd_read_response(
    uint64_t size, size_t block, MHD_ContentReaderCallback read, void *context,
    MHD_ContentReaderFreeCallback free);
int cmhd_add_header(struct MHD_Response *response, const char *name, const char *value);
int cmhd_queue(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response);
void cmhd_destroy(struct MHD_Response *response);

static const uint64_t cmhd_unknown_size = MHD_SIZE_UNKNOWN;
static const ssize_t cmhd_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
static const unsigned cmhd_started = MHD_CONNECTION_NOTIFY_STARTED;

#endif
