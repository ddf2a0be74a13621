#pragma once
#include <openssl/evp.h>
#include <openssl/x509.h>

#include "CLoopbackTLS.h"

struct loopback_identity {
    X509 *certificate;
    EVP_PKEY *key;
};
