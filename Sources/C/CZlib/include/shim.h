// Functions of zlib for bodies with Content-Encoding: gzip; the library is loaded on first use, because most
// clients send their bodies as they are.
#ifndef HALYARD_CZLIB_SHIM_H
#define HALYARD_CZLIB_SHIM_H

#include <stddef.h>
#include <stdint.h>

// Loads zlib; returns 0 on failure. The functions below require a successful call.
int czlib_is_ready(void);

// A body that is being inflated.
struct czlib_body;

// Begins a body of gzip, which must remain in memory; returns NULL without memory.
struct czlib_body *czlib_begin(const uint8_t *bytes, size_t size);

// Inflates the next part of a body; returns the number of bytes, 0 at the end of the body, and -1 for a
// malformed or an incomplete body.
ptrdiff_t czlib_next(struct czlib_body *body, uint8_t *part, size_t size);

void czlib_end(struct czlib_body *body);

#endif
