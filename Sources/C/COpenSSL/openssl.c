#include "shim.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// The few functions have the same types in OpenSSL 1.1 and 3, so that the build needs no headers of OpenSSL.
typedef struct cipher_context cipher_context;
typedef struct cipher cipher;

static cipher_context *(*EVP_CIPHER_CTX_new)(void);
static void (*EVP_CIPHER_CTX_free)(cipher_context *);
static const cipher *(*EVP_aes_128_cbc)(void);
static int (*EVP_DecryptInit_ex)(cipher_context *, const cipher *, void *, const uint8_t *, const uint8_t *);
static int (*EVP_DecryptUpdate)(cipher_context *, uint8_t *, int *, const uint8_t *, int);
static int (*EVP_DecryptFinal_ex)(cipher_context *, uint8_t *, int *);

static int is_ready = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) handle = dlopen("libcrypto.so.1.1", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
#define FIND(name) \
  if ((name = (__typeof__(name))dlsym(handle, #name)) == NULL) return;
  FIND(EVP_CIPHER_CTX_new) FIND(EVP_CIPHER_CTX_free) FIND(EVP_aes_128_cbc)
  FIND(EVP_DecryptInit_ex) FIND(EVP_DecryptUpdate) FIND(EVP_DecryptFinal_ex)
  is_ready = 1;
}

int copenssl_is_ready(void) {
  pthread_once(&once, load);
  return is_ready;
}

int copenssl_decrypt(
    const uint8_t key[16], const uint8_t iv[16], const uint8_t *data, int size, uint8_t *result) {
  cipher_context *context = EVP_CIPHER_CTX_new();
  if (context == NULL) return -1;
  int count = 0, rest = 0;
  int is_valid = EVP_DecryptInit_ex(context, EVP_aes_128_cbc(), NULL, key, iv) == 1
      && EVP_DecryptUpdate(context, result, &count, data, size) == 1
      && EVP_DecryptFinal_ex(context, result + count, &rest) == 1;
  EVP_CIPHER_CTX_free(context);
  return is_valid ? count + rest : -1;
}
