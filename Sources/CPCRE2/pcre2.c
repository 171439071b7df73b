#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>

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

// The nesting of a match.
static const uint32_t depth_limit = 10000;
// The memory of a match, in KiB.
static const uint32_t heap_limit = 4096;

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
  // Without PCRE2_UCP, the classes \w and \d and the boundary \b are of ASCII, as in RE2; the engine
  // of Rust, in which Unleash Edge and some SDKs are written, counts letters of all languages.
  uint32_t options = PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_AUTO_CAPTURE
      | PCRE2_DOLLAR_ENDONLY | (is_caseless ? PCRE2_CASELESS : 0);
  int error;
  PCRE2_SIZE offset;
  return (struct cpcre2_expression *)library.pcre2_compile_8(
      (PCRE2_SPTR)pattern, size, options, &error, &offset, NULL);
}

int cpcre2_search(const struct cpcre2_expression *expression, const char *text, size_t size) {
  pcre2_match_data *match = library.pcre2_match_data_create_8(1, NULL);
  pcre2_match_context *limits = library.pcre2_match_context_create_8(NULL);
  int result = PCRE2_ERROR_NOMEMORY;
  if (match != NULL && limits != NULL) {
    size_t steps = cpcre2_read_limit / (size + 1);
    library.pcre2_set_match_limit_8(
        limits, steps < cpcre2_step_limit ? (uint32_t)steps : cpcre2_step_limit);
    library.pcre2_set_depth_limit_8(limits, depth_limit);
    library.pcre2_set_heap_limit_8(limits, heap_limit);
    result = library.pcre2_match_8(
        (const pcre2_code *)expression, (PCRE2_SPTR)text, size, 0, PCRE2_NO_UTF_CHECK, match, limits);
  }
  library.pcre2_match_data_free_8(match);
  library.pcre2_match_context_free_8(limits);
  if (result == PCRE2_ERROR_NOMATCH) return 0;
  return result >= 0 ? 1 : -1;
}

void cpcre2_free(struct cpcre2_expression *expression) {
  library.pcre2_code_free_8((pcre2_code *)expression);
}
