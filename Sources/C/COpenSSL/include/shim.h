// A cipher of OpenSSL 1.1 or later; the library is loaded on first use, because only some sources are encrypted.
#ifndef HALYARD_COPENSSL_SHIM_H
#define HALYARD_COPENSSL_SHIM_H

#include <stdint.h>

// Loads libcrypto; returns 0 on failure. The function below requires a successful call.
int copenssl_is_ready(void);

// Decrypts AES-128-CBC with the padding of PKCS #7. `result` has space for `size` + 16 bytes. Returns the number
// of decrypted bytes; -1 if the padding is invalid, because the key is another one or the data are damaged.
int copenssl_decrypt(
    const uint8_t key[16], const uint8_t iv[16], const uint8_t *data, int size, uint8_t *result);

#endif
