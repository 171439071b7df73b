// Functions of PCRE2 for texts in UTF-8; the library is loaded on first use, because most
// configurations have no regular expressions.
#ifndef HALYARD_CPCRE2_SHIM_H
#define HALYARD_CPCRE2_SHIM_H

#include <stddef.h>
#include <stdint.h>

// The number of steps of a search from one position of a short text: a few milliseconds of work.
static const uint32_t cpcre2_step_limit = 200000;
// The number of bytes that these steps can read: each step can pass over the whole text.
static const uint32_t cpcre2_read_limit = 10000000;

// A compiled expression.
struct cpcre2_expression;

// Loads PCRE2; returns 0 on failure. The functions below require a successful call.
int cpcre2_is_ready(void);

// Compiles an expression of the given size; returns NULL if the syntax is invalid.
struct cpcre2_expression *cpcre2_compile(const char *pattern, size_t size, int is_caseless);

// Searches for the expression anywhere in a text: 1 if it was found, 0 if not, and -1 if the search needs
// more steps, nesting or memory than the limits allow. Safe to call from several threads at a time.
int cpcre2_search(const struct cpcre2_expression *expression, const char *text, size_t size);

void cpcre2_free(struct cpcre2_expression *expression);

#endif
