#pragma once
#include <openssl/sha.h>
#include <openssl/types.h>

// <openssl/hmac.h> and <openssl/evp.h> pull in <pthread.h>, whose types would then seem to belong to this module and
// be missing wherever only Glibc is imported. These are their declarations (OpenSSL 3.0) of what is called here.
const EVP_MD *EVP_sha256(void);
unsigned char *HMAC(const EVP_MD *evp_md, const void *key, int key_len, const unsigned char *data, size_t data_len,
                    unsigned char *md, unsigned int *md_len);
EVP_MD_CTX *EVP_MD_CTX_new(void);
void EVP_MD_CTX_free(EVP_MD_CTX *ctx);
int EVP_DigestInit_ex2(EVP_MD_CTX *ctx, const EVP_MD *type, const OSSL_PARAM *params);
int EVP_DigestUpdate(EVP_MD_CTX *ctx, const void *d, size_t cnt);
int EVP_DigestFinal_ex(EVP_MD_CTX *ctx, unsigned char *md, unsigned int *s);
