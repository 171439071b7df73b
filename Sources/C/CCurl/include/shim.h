// Functions of libcurl, which is loaded on first use: loading it with its 30 dependencies costs some
// milliseconds, which programs without requests avoid.
#ifndef HALYARD_CCURL_SHIM_H
#define HALYARD_CCURL_SHIM_H

// The type checks are macros, which Swift cannot import.
#define CURL_DISABLE_TYPECHECK
// Allows the deprecated protocol options, the only ones before libcurl 7.85.
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>

// Sets the path of the library, for tests of an older libcurl. The path must never be freed, and the
// call must precede all others.
void ccurl_load_from(const char *path);

// Loads libcurl; returns 0 on failure. The functions below require a successful call.
int ccurl_is_ready(void);

// The names and versions of the loaded library and of its dependencies.
char *ccurl_version(void);

CURL *ccurl_easy_init(void);
void ccurl_easy_cleanup(CURL *easy);
CURLcode ccurl_easy_pause(CURL *easy, int parts);
const char *ccurl_easy_strerror(CURLcode code);
void ccurl_free(void *text);

CURLM *ccurl_multi_init(void);
CURLMcode ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_perform(CURLM *multi, int *running);
CURLMcode ccurl_multi_poll(CURLM *multi, int timeout);
CURLMcode ccurl_multi_wakeup(CURLM *multi);

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text);
void ccurl_slist_free_all(struct curl_slist *list);

CURLU *ccurl_url(void);
void ccurl_url_cleanup(CURLU *url);
CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned flags);
CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned flags);

// Options and information, with one function for each type: Swift cannot call variadic functions.
CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value);
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLMcode ccurl_set_multi_long(CURLM *multi, CURLMoption option, long value);

typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);
CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, ccurl_receiver value);

// Called when the connection is open and the TLS handshake is about to start.
typedef CURLcode (*ccurl_securer)(CURL *easy, void *settings, void *context);
CURLcode ccurl_set_securer(CURL *easy, ccurl_securer value, void *context);

// These return 0, or NULL, if libcurl does not have the information.
long ccurl_get_long(CURL *easy, CURLINFO info);
curl_off_t ccurl_get_size(CURL *easy, CURLINFO info);
const char *ccurl_get_text(CURL *easy, CURLINFO info);

// Dequeues the next completed transfer; NULL if there is none.
CURL *ccurl_next_done(CURLM *multi, CURLcode *result);

// Receives a property of a certificate, such as "Expire date:Nov 27 11:00:00 2026 GMT".
typedef void (*ccurl_line)(const char *line, void *context);
// Connects to the server of an https URL, and reads the properties of its certificate without verifying it;
// sends no request. A proxy of NULL is that of the environment. Blocks the calling thread.
void ccurl_read_certificate(
    const char *url, const char *proxy, long milliseconds, ccurl_line read, void *context);

static const size_t ccurl_pause = CURL_WRITEFUNC_PAUSE;

#endif
