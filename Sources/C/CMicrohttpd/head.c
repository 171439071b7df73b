#include "library.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

// The fields of a head that frame its body, and the position up to which the head was checked.
struct head {
  // The end of the last text; NULL if the library rejects malformed heads itself.
  const char *end;
  size_t size;
  int is_malformed;
  unsigned hosts, lengths, encodings;
  const char *host, *length, *encoding;
};

int cmhd_is_lenient(void) { return strncmp(cmhd_library.MHD_get_version(), "0.9.", 4) == 0; }

// The characters of a token, such as the name of a header.
static int is_token(const char *text) {
  if (*text == 0) return 0;
  for (; *text != 0; text++) {
    unsigned char c = (unsigned char)*text;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-') continue;
    if (strchr("!#$%&'*+.^_`|~", c) == NULL) return 0;
  }
  return 1;
}

// Returns the end of a value; NULL if the value contains a control character other than a tab.
static const char *end_of_value(const char *text) {
  for (; *text != 0; text++) {
    unsigned char c = (unsigned char)*text;
    if ((c < 0x20 && c != '\t') || c == 0x7f) return NULL;
  }
  return text;
}

// Whether nothing but one line end is between the end of a text and the next line.
//
// libmicrohttpd 0.9 replaces the line ends and the colons of the received bytes by NUL. A text with a
// NUL byte ends before its line does, and the name of a folded line is copied to another place.
static int is_adjacent(const char *end, const char *next) {
  uintptr_t gap = (uintptr_t)next - (uintptr_t)end;
  return gap == 1 || (gap == 2 && end[1] == 0);
}

// Whether nothing but white space is between a text on the same line, after its end, and the next one.
static int is_spaced(const char *end, const char *next, size_t limit) {
  uintptr_t gap = (uintptr_t)next - (uintptr_t)end;
  if (gap == 0 || gap > limit) return 0;
  for (end++; end < next; end++) {
    if (*end != ' ' && *end != '\t') return 0;
  }
  return 1;
}

static void note(struct head *head, const char *name, const char *value) {
  switch (*name | 0x20) {
  case 'h':
    if (strcasecmp(name, "Host") == 0) head->hosts++, head->host = value;
    break;
  case 'c':
    if (strcasecmp(name, "Content-Length") == 0) head->lengths++, head->length = value;
    break;
  case 't':
    if (strcasecmp(name, "Transfer-Encoding") == 0) head->encodings++, head->encoding = value;
    break;
  }
}

static enum MHD_Result check_field(
    void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  struct head *head = context;
  (void)kind;
  if (value == NULL) value = "";
  const char *end = end_of_value(value);
  if (end == NULL || !is_token(name)) head->is_malformed = 1;
  if (!head->is_malformed && head->end != NULL) {
    const char *colon = name + strlen(name);
    if (!is_adjacent(head->end, name) || !is_spaced(colon, value, head->size)) head->is_malformed = 1;
    head->end = end;
  }
  if (head->is_malformed) return MHD_NO;
  note(head, name, value);
  return MHD_YES;
}

static enum MHD_Result note_field(
    void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
  (void)kind;
  note(context, name, value == NULL ? "" : value);
  return MHD_YES;
}

static enum cmhd_head check_length(const struct head *head) {
  if (head->lengths == 0) return cmhd_head_valid;
  if (head->lengths > 1) return cmhd_head_bad_length;
  size_t digits = strspn(head->length, "0123456789");
  if (digits == 0 || head->length[digits] != 0) return cmhd_head_bad_length;
  return digits - strspn(head->length, "0") > 18 ? cmhd_head_large_length : cmhd_head_valid;
}

// Whether a text has only characters of a host with a port; an empty host is allowed.
static int is_host(const char *text) {
  static const char other[] = "._~!$&'()*+;=:%[]-";
  for (; *text != 0; text++) {
    unsigned char c = (unsigned char)*text;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) continue;
    if (strchr(other, c) == NULL) return 0;
  }
  return 1;
}

enum cmhd_head cmhd_check_head(
    struct MHD_Connection *connection, const char *url, size_t target_size, const char *method,
    const char *version) {
  struct head head = {0};
  const union MHD_ConnectionInfo *size =
      cmhd_library.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  if (cmhd_is_lenient() && size != NULL) {
    head.size = size->header_size;
    head.end = version + strlen(version);
    if (!is_spaced(method + strlen(method), url, head.size) || version != url + target_size + 1)
      return cmhd_head_malformed;
  }
  cmhd_library.MHD_get_connection_values(connection, MHD_HEADER_KIND, check_field, &head);
  if (head.is_malformed) return cmhd_head_malformed;
  // The last line is followed by its end and by the empty line.
  if (head.end != NULL) {
    uintptr_t rest = (uintptr_t)method + head.size - (uintptr_t)head.end;
    if (rest < 2 || rest > 4) return cmhd_head_malformed;
  }
  int is_old = strcmp(version, "HTTP/1.0") == 0;
  if (head.hosts > 1 || (head.hosts == 0 && !is_old) || (head.hosts == 1 && !is_host(head.host)))
    return cmhd_head_bad_host;
  if (head.encodings > 0) {
    if (head.encodings > 1 || head.lengths > 0 || is_old || strcasecmp(head.encoding, "chunked") != 0)
      return cmhd_head_bad_encoding;
  }
  return check_length(&head);
}

enum cmhd_head cmhd_check_length(struct MHD_Connection *connection) {
  struct head head = {0};
  cmhd_library.MHD_get_connection_values(connection, MHD_HEADER_KIND, note_field, &head);
  return check_length(&head);
}
