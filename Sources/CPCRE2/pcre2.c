#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#define EACH(X) \
  X(pcre2_compile_8) X(pcre2_code_free_8) X(pcre2_match_8) X(pcre2_match_data_create_8) \
  X(pcre2_match_data_free_8) X(pcre2_match_context_create_8) X(pcre2_match_context_free_8) \
  X(pcre2_set_match_limit_8) X(pcre2_set_depth_limit_8) X(pcre2_set_heap_limit_8)

#define DECLARE(name) __typeof__(name) *name;
static struct { EACH(DECLARE) } library;
static int is_ready = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// The number of steps of a match: a few milliseconds of work.
static const uint32_t match_limit = 200000;
// The nesting of a match.
static const uint32_t depth_limit = 10000;
// The memory of a match, in KiB.
static const uint32_t heap_limit = 4096;

struct cpcre2_expression {
  pcre2_code *code;
  pcre2_match_context *limits;
};

static void load(void) {
  void *handle = dlopen("libpcre2-8.so.0", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
#define FIND(name) \
  if ((library.name = (__typeof__(name) *)dlsym(handle, #name)) == NULL) return;
  EACH(FIND)
  is_ready = 1;
}

int cpcre2_is_ready(void) {
  pthread_once(&once, load);
  return is_ready;
}

struct cpcre2_expression *cpcre2_compile(const char *pattern, size_t size, int is_caseless) {
  struct cpcre2_expression *expression = calloc(1, sizeof *expression);
  if (expression == NULL) return NULL;
  uint32_t options = PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_AUTO_CAPTURE
      | PCRE2_DOLLAR_ENDONLY | (is_caseless ? PCRE2_CASELESS : 0);
  int error;
  PCRE2_SIZE offset;
  expression->code =
      library.pcre2_compile_8((PCRE2_SPTR)pattern, size, options, &error, &offset, NULL);
  expression->limits = library.pcre2_match_context_create_8(NULL);
  if (expression->code == NULL || expression->limits == NULL) {
    cpcre2_free(expression);
    return NULL;
  }
  library.pcre2_set_match_limit_8(expression->limits, match_limit);
  library.pcre2_set_depth_limit_8(expression->limits, depth_limit);
  library.pcre2_set_heap_limit_8(expression->limits, heap_limit);
  return expression;
}

int cpcre2_search(const struct cpcre2_expression *expression, const char *text, size_t size) {
  pcre2_match_data *match = library.pcre2_match_data_create_8(1, NULL);
  if (match == NULL) return -1;
  int result = library.pcre2_match_8(
      expression->code, (PCRE2_SPTR)text, size, 0, PCRE2_NO_UTF_CHECK, match, expression->limits);
  library.pcre2_match_data_free_8(match);
  if (result == PCRE2_ERROR_NOMATCH) return 0;
  return result >= 0 ? 1 : -1;
}

void cpcre2_free(struct cpcre2_expression *expression) {
  if (expression->code != NULL) library.pcre2_code_free_8(expression->code);
  if (expression->limits != NULL) library.pcre2_match_context_free_8(expression->limits);
  free(expression);
}
