#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>

#define EACH(X) \
  X(curl_global_init) X(curl_easy_init) X(curl_easy_cleanup) X(curl_easy_pause) \
  X(curl_easy_perform) X(curl_easy_strerror) X(curl_easy_setopt) X(curl_easy_getinfo) X(curl_free) \
  X(curl_multi_init) X(curl_multi_cleanup) X(curl_multi_add_handle) \
  X(curl_multi_remove_handle) X(curl_multi_perform) X(curl_multi_poll) X(curl_multi_wakeup) \
  X(curl_multi_setopt) X(curl_multi_info_read) X(curl_slist_append) X(curl_slist_free_all) \
  X(curl_url) X(curl_url_cleanup) X(curl_url_set) X(curl_url_get) X(curl_version)

#define DECLARE(name) __typeof__(name) *name;
static struct { EACH(DECLARE) } library;
static int is_ready = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const char *name_of_library = "libcurl.so.4";

// Makes OpenSSL keep its state when the process exits. By default it frees its locks in atexit, and a
// thread that still uses them, such as the event loop, crashes the process. A libcurl with another TLS
// library does not have the function.
static void keep_openssl_at_exit(void *handle) {
  const uint64_t no_atexit = 0x00080000;  // OPENSSL_INIT_NO_ATEXIT
  int (*init)(uint64_t, const void *) =
      (int (*)(uint64_t, const void *))dlsym(handle, "OPENSSL_init_crypto");
  if (init != NULL) init(no_atexit, NULL);
}

static void load(void) {
  void *handle = dlopen(name_of_library, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
#define FIND(name) \
  if ((library.name = (__typeof__(name) *)dlsym(handle, #name)) == NULL) return;
  EACH(FIND)
  keep_openssl_at_exit(handle);
  is_ready = library.curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

void ccurl_load_from(const char *path) { name_of_library = path; }

int ccurl_is_ready(void) {
  pthread_once(&once, load);
  return is_ready;
}

char *ccurl_version(void) { return library.curl_version(); }

CURL *ccurl_easy_init(void) { return library.curl_easy_init(); }
void ccurl_easy_cleanup(CURL *easy) { library.curl_easy_cleanup(easy); }
CURLcode ccurl_easy_pause(CURL *easy, int parts) { return library.curl_easy_pause(easy, parts); }
const char *ccurl_easy_strerror(CURLcode code) { return library.curl_easy_strerror(code); }
void ccurl_free(void *text) { library.curl_free(text); }

CURLM *ccurl_multi_init(void) { return library.curl_multi_init(); }
CURLMcode ccurl_multi_cleanup(CURLM *multi) { return library.curl_multi_cleanup(multi); }

CURLMcode ccurl_multi_add_handle(CURLM *multi, CURL *easy) {
  return library.curl_multi_add_handle(multi, easy);
}

CURLMcode ccurl_multi_remove_handle(CURLM *multi, CURL *easy) {
  return library.curl_multi_remove_handle(multi, easy);
}

CURLMcode ccurl_multi_perform(CURLM *multi, int *running) {
  return library.curl_multi_perform(multi, running);
}

CURLMcode ccurl_multi_poll(CURLM *multi, int timeout) {
  return library.curl_multi_poll(multi, NULL, 0, timeout, NULL);
}

CURLMcode ccurl_multi_wakeup(CURLM *multi) { return library.curl_multi_wakeup(multi); }

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) {
  return library.curl_slist_append(list, text);
}

void ccurl_slist_free_all(struct curl_slist *list) { library.curl_slist_free_all(list); }

CURLU *ccurl_url(void) { return library.curl_url(); }
void ccurl_url_cleanup(CURLU *url) { library.curl_url_cleanup(url); }

CURLUcode ccurl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned flags) {
  return library.curl_url_set(url, part, text, flags);
}

CURLUcode ccurl_url_get(CURLU *url, CURLUPart part, char **text, unsigned flags) {
  return library.curl_url_get(url, part, text, flags);
}

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
  return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return library.curl_easy_setopt(easy, option, value);
}

CURLMcode ccurl_set_multi_long(CURLM *multi, CURLMoption option, long value) {
  return library.curl_multi_setopt(multi, option, value);
}

CURLcode ccurl_set_receiver(CURL *easy, CURLoption option, ccurl_receiver value) {
  return library.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_securer(CURL *easy, ccurl_securer value, void *context) {
  library.curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, context);
  return library.curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, value);
}

long ccurl_get_long(CURL *easy, CURLINFO info) {
  long value = 0;
  return library.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

curl_off_t ccurl_get_size(CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  return library.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

const char *ccurl_get_text(CURL *easy, CURLINFO info) {
  char *value = NULL;
  return library.curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

CURL *ccurl_next_done(CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = library.curl_multi_info_read(multi, &left)) != NULL) {
    if (message->msg == CURLMSG_DONE) {
      *result = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}

void ccurl_read_certificate(
    const char *url, const char *proxy, long milliseconds, ccurl_line read, void *context) {
  CURL *easy = library.curl_easy_init();
  if (easy == NULL) return;
  library.curl_easy_setopt(easy, CURLOPT_URL, url);
  library.curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  library.curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, milliseconds);
  if (proxy != NULL) library.curl_easy_setopt(easy, CURLOPT_PROXY, proxy);
  // Nothing is sent over the connection, which is not verified.
  library.curl_easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L);
  library.curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 0L);
  library.curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L);
  library.curl_easy_setopt(easy, CURLOPT_CERTINFO, 1L);
  struct curl_certinfo *chain = NULL;
  if (library.curl_easy_perform(easy) == CURLE_OK
      && library.curl_easy_getinfo(easy, CURLINFO_CERTINFO, &chain) == CURLE_OK
      && chain != NULL && chain->num_of_certs > 0) {
    for (struct curl_slist *line = chain->certinfo[0]; line != NULL; line = line->next) {
      read(line->data, context);
    }
  }
  library.curl_easy_cleanup(easy);
}
