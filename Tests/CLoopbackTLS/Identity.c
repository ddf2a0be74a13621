#include "Identity.h"

#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>

static EVP_PKEY *make_key(enum loopback_key kind) {
    switch (kind) {
        case LOOPBACK_P256: return EVP_EC_gen("P-256");
        case LOOPBACK_RSA_2048: return EVP_RSA_gen(2048);
        case LOOPBACK_RSA_512: return EVP_RSA_gen(512);
    }
    return NULL;
}

static int add_extension(X509 *certificate, X509 *issuer, int kind, const char *text) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, text);
    int added = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return added;
}

static int add_extensions(X509 *certificate, X509 *issuer, const struct loopback_wishes *wishes) {
    const char *use = wishes->is_authority ? "critical,keyCertSign,cRLSign" : "critical,digitalSignature,keyEncipherment";
    return add_extension(certificate, issuer, NID_basic_constraints,
                         wishes->is_authority ? "critical,CA:TRUE" : "critical,CA:FALSE") &&
           add_extension(certificate, issuer, NID_key_usage, use) &&
           add_extension(certificate, issuer, NID_subject_key_identifier, "hash") &&
           (!wishes->alternative_names ||
            add_extension(certificate, issuer, NID_subject_alt_name, wishes->alternative_names));
}

static int fill(X509 *certificate, EVP_PKEY *key, const struct loopback_wishes *wishes,
                const struct loopback_identity *issuer) {
    unsigned int serial = 0;
    if (RAND_bytes((unsigned char *)&serial, sizeof serial) != 1) return 0;
    X509_NAME *subject = X509_get_subject_name(certificate);
    X509 *signer = issuer ? issuer->certificate : certificate;
    return X509_set_version(certificate, X509_VERSION_3) &&
           ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), (uint64_t)serial + 1) &&
           X509_gmtime_adj(X509_getm_notBefore(certificate), wishes->valid_from) &&
           X509_gmtime_adj(X509_getm_notAfter(certificate), wishes->valid_until) &&
           X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, (const unsigned char *)wishes->name, -1, -1, 0) &&
           X509_set_issuer_name(certificate, X509_get_subject_name(signer)) && X509_set_pubkey(certificate, key) &&
           add_extensions(certificate, signer, wishes) &&
           X509_sign(certificate, issuer ? issuer->key : key,
                     wishes->digest == LOOPBACK_SHA1 ? EVP_sha1() : EVP_sha256());
}

struct loopback_identity *loopback_identity_new(const struct loopback_wishes *wishes,
                                                const struct loopback_identity *issuer) {
    struct loopback_identity *identity = calloc(1, sizeof *identity);
    if (!identity) return NULL;
    identity->key = make_key(wishes->key);
    identity->certificate = X509_new();
    if (identity->key && identity->certificate && fill(identity->certificate, identity->key, wishes, issuer)) {
        return identity;
    }
    loopback_identity_free(identity);
    return NULL;
}

size_t loopback_identity_pem(const struct loopback_identity *identity, char *target, size_t room) {
    BIO *memory = BIO_new(BIO_s_mem());
    char *text = NULL;
    size_t length = 0;
    if (memory && PEM_write_bio_X509(memory, identity->certificate)) {
        length = (size_t)BIO_get_mem_data(memory, &text);
        if (length < room) {
            memcpy(target, text, length);
            target[length] = 0;
        } else {
            length = 0;
        }
    }
    BIO_free(memory);
    return length;
}

void loopback_identity_free(struct loopback_identity *identity) {
    if (!identity) return;
    X509_free(identity->certificate);
    EVP_PKEY_free(identity->key);
    free(identity);
}
