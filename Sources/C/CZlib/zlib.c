#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <zlib.h>

#define EACH(X) X(inflateInit2_) X(inflate) X(inflateReset) X(inflateEnd)

#define DECLARE(name) __typeof__(name) *name;
static struct { EACH(DECLARE) } library;
static int is_ready = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// The bits of the largest window, and those that select the format of gzip.
static const int window_bits = 15 + 16;

static void load(void) {
  void *handle = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
#define FIND(name) \
  if ((library.name = (__typeof__(name) *)dlsym(handle, #name)) == NULL) return;
  EACH(FIND)
  is_ready = 1;
}

int czlib_is_ready(void) {
  pthread_once(&once, load);
  return is_ready;
}

struct czlib_body {
  z_stream stream;
  // Whether a member of the body has ended, after which another one can follow.
  int is_complete;
};

struct czlib_body *czlib_begin(const uint8_t *bytes, size_t size) {
  struct czlib_body *body = calloc(1, sizeof *body);
  if (body == NULL) return NULL;
  body->stream.next_in = (Bytef *)bytes;
  body->stream.avail_in = (uInt)size;
  int result = library.inflateInit2_(&body->stream, window_bits, ZLIB_VERSION, (int)sizeof body->stream);
  if (result == Z_OK) return body;
  free(body);
  return NULL;
}

ptrdiff_t czlib_next(struct czlib_body *body, uint8_t *part, size_t size) {
  body->stream.next_out = part;
  body->stream.avail_out = (uInt)size;
  while (body->stream.avail_out > 0) {
    if (body->is_complete) {
      if (body->stream.avail_in == 0) break;
      if (library.inflateReset(&body->stream) != Z_OK) return -1;
      body->is_complete = 0;
    }
    int result = library.inflate(&body->stream, Z_NO_FLUSH);
    // An incomplete body has no more bytes, which zlib reports as an error of its buffers.
    if (result != Z_OK && result != Z_STREAM_END) return -1;
    body->is_complete = result == Z_STREAM_END;
  }
  return (ptrdiff_t)(size - body->stream.avail_out);
}

void czlib_end(struct czlib_body *body) {
  library.inflateEnd(&body->stream);
  free(body);
}
