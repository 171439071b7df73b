// Functions of PCRE2 for texts in UTF-8; the library is loaded on first use, because most
// configurations have no regular expressions.
#ifndef HALYARD_CPCRE2_SHIM_H
#define HALYARD_CPCRE2_SHIM_H

#include <stddef.h>
#include <stdint.h>

// The largest text, in bytes; a simple search of it takes some 30 ms.
static const size_t cpcre2_text_limit = 500000;
// The largest product of the size of a text and the square of the number of states in which a search can be
// at once, each of which is compared with the others after each character: some 50 ms.
static const double cpcre2_work_limit = 30e6;

// A compiled expression.
struct cpcre2_expression;

// Loads PCRE2; returns 0 on failure. The functions below require a successful call.
int cpcre2_is_ready(void);

// Compiles an expression of the given size; returns NULL if the syntax is invalid.
struct cpcre2_expression *cpcre2_compile(const char *pattern, size_t size, int is_caseless);

// Searches for the expression anywhere in a text: 1 if it was found, 0 if not, and -1 if the search needs
// more states, or the text is larger, than the limits allow. `work` is set to the size of the text multiplied
// by the squared number of states for which there was room. Safe to call from several threads at a time.
int cpcre2_search(
    const struct cpcre2_expression *expression, const char *text, size_t size, ptrdiff_t *work);

void cpcre2_free(struct cpcre2_expression *expression);

#endif
