#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/hmac.h>
#include <openssl/sha.h>

#define LIBRARY "libcrypto.so.3"
#define WHAT "digests"

#define FUNCTIONS(F) \
    F(const EVP_MD *, EVP_sha256, (void), ()) \
    F(unsigned char *, HMAC, \
      (const EVP_MD *kind, const void *key, int key_size, const unsigned char *data, size_t size, unsigned char *code, \
       unsigned *code_size), \
      (kind, key, key_size, data, size, code, code_size)) \
    F(unsigned char *, SHA1, (const unsigned char *data, size_t size, unsigned char *digest), (data, size, digest)) \
    F(int, SHA256_Init, (SHA256_CTX *context), (context)) \
    F(int, SHA256_Update, (SHA256_CTX *context, const void *data, size_t size), (context, data, size)) \
    F(int, SHA256_Final, (unsigned char *digest, SHA256_CTX *context), (digest, context))

#include "lazy.h"
