#pragma once
// What the TLS servers of the tests need of OpenSSL: certificates made on the spot, sound and unsound, and the server's
// side of a connection. Tests alone link it; no product does.
#include <stddef.h>

enum loopback_key { LOOPBACK_P256, LOOPBACK_RSA_2048, LOOPBACK_RSA_512 };
enum loopback_digest { LOOPBACK_SHA256, LOOPBACK_SHA1 };

/// A certificate with its private key. Nothing changes it once it is made.
struct loopback_identity;

/// What a certificate is to say.
struct loopback_wishes {
    const char *name;               // the common name
    const char *alternative_names;  // "IP:127.0.0.1,DNS:localhost", or NULL
    enum loopback_key key;
    enum loopback_digest digest;  // of the signature
    long valid_from, valid_until;   // seconds from now
    int is_authority;
};

/// Makes a certificate, signed by `issuer` or, if that is NULL, by its own key; NULL if OpenSSL will not.
struct loopback_identity *loopback_identity_new(const struct loopback_wishes *wishes,
                                                const struct loopback_identity *issuer);
/// Writes the certificate, not the key, as PEM with a NUL at the end; its length, or 0 if `room` is too small.
size_t loopback_identity_pem(const struct loopback_identity *identity, char *target, size_t room);
void loopback_identity_free(struct loopback_identity *identity);

/// What the connections of one server share; any thread may accept with it.
struct loopback_tls;

/// Makes it for a certificate. `protocol` is the one that ALPN may agree on ("h2"), or NULL for none.
struct loopback_tls *loopback_tls_new(const struct loopback_identity *identity, const char *protocol);
void loopback_tls_free(struct loopback_tls *tls);

/// One connection, used by one thread.
struct loopback_session;

/// Shakes hands over a socket that stays the caller's; NULL if the client does not want to.
struct loopback_session *loopback_session_accept(struct loopback_tls *tls, int socket);
/// Whether the client took up an earlier session, without a full handshake.
int loopback_session_is_resumed(struct loopback_session *session);
/// Waits for bytes; how many came, 0 or less if the client is gone.
int loopback_session_read(struct loopback_session *session, void *target, int room);
/// Writes all bytes; 0 if the client is gone.
int loopback_session_write(struct loopback_session *session, const void *bytes, size_t count);
/// Says goodbye and frees it.
void loopback_session_free(struct loopback_session *session);
