#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#define EACH(X) \
  X(pcre2_compile_8) X(pcre2_code_free_8) X(pcre2_dfa_match_8) X(pcre2_match_data_create_8) \
  X(pcre2_match_data_free_8) X(pcre2_match_context_create_8) X(pcre2_match_context_free_8) \
  X(pcre2_set_match_limit_8) X(pcre2_set_depth_limit_8)

#define DECLARE(name) __typeof__(name) *name;
static struct { EACH(DECLARE) } library;
static int is_ready = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// The largest number of states of a search of a short text, and the number that is tried first.
static const int state_limit = 1000, first_states = 8;
// The integers of the workspace of PCRE2 for each state, and for all of them.
static const int integers_per_state = 6, other_integers = 26;

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

static pcre2_code *compile(const char *pattern, size_t size, int is_caseless) {
  // Without PCRE2_UCP, the classes \w and \d and the boundary \b are of ASCII, as in RE2; the engine
  // of Rust, in which some servers and SDKs are written, counts letters of all languages.
  // Possessive groups, which PCRE2 would add, are searched by recursion in exponential time.
  // With PCRE2_ALT_CIRCUMFLEX, a line can begin at the end of the text, as in RE2.
  uint32_t options = PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_AUTO_CAPTURE
      | PCRE2_NO_AUTO_POSSESS | PCRE2_ALT_CIRCUMFLEX | (is_caseless ? PCRE2_CASELESS : 0);
  int error;
  PCRE2_SIZE offset;
  return library.pcre2_compile_8((PCRE2_SPTR)pattern, size, options, &error, &offset, NULL);
}

struct cpcre2_expression *cpcre2_compile(const char *pattern, size_t size, int is_caseless) {
  // Compiled alone first, so that its parentheses are balanced.
  pcre2_code *alone = compile(pattern, size, is_caseless);
  if (alone == NULL) return NULL;
  library.pcre2_code_free_8(alone);
  // The prefix makes one pass over the text find the expression anywhere; the suffix ends an open quotation.
  static const char prefix[] = "(?s:.*?)(?:", suffix[] = "\\E)";
  size_t prefix_size = sizeof prefix - 1, suffix_size = sizeof suffix - 1;
  char *whole = malloc(prefix_size + size + suffix_size);
  if (whole == NULL) return NULL;
  memcpy(whole, prefix, prefix_size);
  memcpy(whole + prefix_size, pattern, size);
  memcpy(whole + prefix_size + size, suffix, suffix_size);
  pcre2_code *code = compile(whole, prefix_size + size + suffix_size, is_caseless);
  free(whole);
  return (struct cpcre2_expression *)code;
}

// The number of states for which a search of a text of the given size stays within the limit of its work.
static int states(size_t size) {
  int count = state_limit;
  while (count > 1 && (double)count * count * (size + 1) > cpcre2_work_limit) count -= count / 16 + 1;
  return count;
}

// Searches with room for a number of states.
static int search(
    const struct cpcre2_expression *expression, const char *text, size_t size, int states) {
  int count = states * integers_per_state + other_integers;
  int *workspace = malloc(count * sizeof *workspace);
  pcre2_match_data *match = library.pcre2_match_data_create_8(1, NULL);
  pcre2_match_context *limits = library.pcre2_match_context_create_8(NULL);
  int result = PCRE2_ERROR_NOMEMORY;
  if (workspace != NULL && match != NULL && limits != NULL) {
    // Expressions of RE2 need no recursion.
    library.pcre2_set_match_limit_8(limits, 1000);
    library.pcre2_set_depth_limit_8(limits, 10);
    // Unlike the other algorithm of PCRE2, this one does not backtrack.
    result = library.pcre2_dfa_match_8(
        (const pcre2_code *)expression, (PCRE2_SPTR)text, size, 0,
        PCRE2_ANCHORED | PCRE2_DFA_SHORTEST | PCRE2_NO_UTF_CHECK, match, limits, workspace, count);
  }
  library.pcre2_match_data_free_8(match);
  library.pcre2_match_context_free_8(limits);
  free(workspace);
  return result;
}

int cpcre2_search(
    const struct cpcre2_expression *expression, const char *text, size_t size, ptrdiff_t *work) {
  *work = 0;
  if (size > cpcre2_text_limit) return -1;
  int limit = states(size), room = first_states < limit ? first_states : limit;
  for (;;) {
    // The time depends on the number of states, which is found by doubling the room: the last search takes
    // most of the time of all.
    *work += (ptrdiff_t)room * room * (ptrdiff_t)(size + 1);
    int result = search(expression, text, size, room);
    if (result == PCRE2_ERROR_NOMATCH) return 0;
    if (result >= 0) return 1;
    if (result != PCRE2_ERROR_DFA_WSSIZE || room == limit) return -1;
    room = room * 2 < limit ? room * 2 : limit;
  }
}

void cpcre2_free(struct cpcre2_expression *expression) {
  library.pcre2_code_free_8((pcre2_code *)expression);
}
