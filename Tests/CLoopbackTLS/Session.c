#define _GNU_SOURCE
#include <openssl/ssl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "Identity.h"

// The threads of servers may outlive the tests: at the end of the process nothing is freed that they use.
__attribute__((constructor)) static void stay_at_exit(void) { OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL); }

struct loopback_tls {
    SSL_CTX *context;
    unsigned char protocol[32];  // as ALPN writes it: a length, then the name
};

struct loopback_session {
    SSL *ssl;
};

static int choose_protocol(SSL *ssl, const unsigned char **chosen, unsigned char *length, const unsigned char *offered,
                           unsigned int offered_length, void *context) {
    (void)ssl;
    const struct loopback_tls *tls = context;
    // SSL_select_next_proto hands out a pointer into one of the two lists; it does not write there.
    int status = SSL_select_next_proto((unsigned char **)chosen, length, tls->protocol, tls->protocol[0] + 1u, offered,
                                       offered_length);
    return status == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

struct loopback_tls *loopback_tls_new(const struct loopback_identity *identity, const char *protocol) {
    struct loopback_tls *tls = calloc(1, sizeof *tls);
    if (!tls) return NULL;
    tls->context = SSL_CTX_new(TLS_server_method());
    if (!tls->context) {
        loopback_tls_free(tls);
        return NULL;
    }
    // So that keys and signatures can be presented that no client should take.
    SSL_CTX_set_security_level(tls->context, 0);
    // A key of 512 bits is too small for the signatures of TLS 1.3.
    if (EVP_PKEY_get_bits(identity->key) == 512) SSL_CTX_set_max_proto_version(tls->context, TLS1_2_VERSION);
    if (protocol && strlen(protocol) < sizeof tls->protocol) {
        tls->protocol[0] = (unsigned char)strlen(protocol);
        memcpy(tls->protocol + 1, protocol, tls->protocol[0]);
        SSL_CTX_set_alpn_select_cb(tls->context, choose_protocol, tls);
    }
    if (SSL_CTX_use_certificate(tls->context, identity->certificate) == 1 &&
        SSL_CTX_use_PrivateKey(tls->context, identity->key) == 1) {
        return tls;
    }
    loopback_tls_free(tls);
    return NULL;
}

void loopback_tls_free(struct loopback_tls *tls) {
    if (!tls) return;
    SSL_CTX_free(tls->context);
    free(tls);
}

struct loopback_session *loopback_session_accept(struct loopback_tls *tls, int socket) {
    // OpenSSL writes to the socket by write(2): a client that is gone must not end the process.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, NULL);
    struct loopback_session *session = calloc(1, sizeof *session);
    if (!session) return NULL;
    session->ssl = SSL_new(tls->context);
    if (session->ssl && SSL_set_fd(session->ssl, socket) && SSL_accept(session->ssl) == 1) return session;
    SSL_free(session->ssl);
    free(session);
    return NULL;
}

int loopback_session_is_resumed(struct loopback_session *session) { return SSL_session_reused(session->ssl); }

int loopback_session_read(struct loopback_session *session, void *target, int room) {
    return SSL_read(session->ssl, target, room);
}

int loopback_session_write(struct loopback_session *session, const void *bytes, size_t count) {
    size_t sent = 0;
    return count == 0 || SSL_write_ex(session->ssl, bytes, count, &sent) == 1;
}

void loopback_session_free(struct loopback_session *session) {
    if (!session) return;
    SSL_shutdown(session->ssl);
    SSL_free(session->ssl);
    free(session);
}
