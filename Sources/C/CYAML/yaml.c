#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#define EACH(X) \
  X(yaml_parser_initialize) X(yaml_parser_delete) X(yaml_parser_set_input_string) \
  X(yaml_parser_set_encoding) X(yaml_parser_parse) X(yaml_event_delete)

#define DECLARE(name) __typeof__(name) *name;
static struct { EACH(DECLARE) } library;
static int is_ready = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libyaml-0.so.2", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
#define FIND(name) \
  if ((library.name = (__typeof__(name) *)dlsym(handle, #name)) == NULL) return;
  EACH(FIND)
  is_ready = 1;
}

int cyaml_is_ready(void) {
  pthread_once(&once, load);
  return is_ready;
}

yaml_parser_t *cyaml_parser(const unsigned char *text, size_t size) {
  yaml_parser_t *parser = calloc(1, sizeof *parser);
  if (parser == NULL) return NULL;
  if (!library.yaml_parser_initialize(parser)) {
    free(parser);
    return NULL;
  }
  library.yaml_parser_set_input_string(parser, text, size);
  library.yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING);
  return parser;
}

int cyaml_next(yaml_parser_t *parser, yaml_event_t *event) {
  return library.yaml_parser_parse(parser, event);
}

void cyaml_free_event(yaml_event_t *event) { library.yaml_event_delete(event); }

void cyaml_free(yaml_parser_t *parser) {
  library.yaml_parser_delete(parser);
  free(parser);
}
