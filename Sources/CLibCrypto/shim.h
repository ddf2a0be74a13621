#pragma once
// The functions of one algorithm, which OpenSSL 3 calls deprecated. The first use of those that replace them costs 2 ms:
// they read a configuration and look for the algorithm among all of them.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#include <openssl/types.h>

// <openssl/hmac.h> and <openssl/evp.h> pull in <pthread.h>, whose types would then seem to belong to this module and
// be missing wherever only Glibc is imported. These are their declarations (OpenSSL 3.0) of what is called here.
const EVP_MD *EVP_sha256(void);
unsigned char *HMAC(const EVP_MD *evp_md, const void *key, int key_len, const unsigned char *data, size_t data_len,
                    unsigned char *md, unsigned int *md_len);
