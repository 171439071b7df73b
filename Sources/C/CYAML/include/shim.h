// The parser of libyaml, which is loaded on first use, because only some sources are YAML.
#ifndef HALYARD_CYAML_SHIM_H
#define HALYARD_CYAML_SHIM_H

#include <yaml.h>

// Loads libyaml; returns 0 on failure. The functions below require a successful call.
int cyaml_is_ready(void);

// Creates a parser of a text in UTF-8, which must outlive the parser; returns NULL without memory.
yaml_parser_t *cyaml_parser(const unsigned char *text, size_t size);
// Parses the next event; returns 0 on failure, of which the fields of the parser have the reason.
int cyaml_next(yaml_parser_t *parser, yaml_event_t *event);
void cyaml_free_event(yaml_event_t *event);
void cyaml_free(yaml_parser_t *parser);

#endif
