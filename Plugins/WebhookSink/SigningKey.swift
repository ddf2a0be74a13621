import FeedConfiguration
import FeedStages
import FeedSystem

/// A key that receivers know, too.
struct SigningKey: Sendable {
    private let bytes: [UInt8]

    /// A key of Standard Webhooks 1.0.0: base64 behind `whsec_`, or any text as its own bytes.
    static func standard(_ secret: Secret) throws(StageError) -> SigningKey {
        let text = secret.reveal()
        let prefix = "whsec_"
        guard text.hasPrefix(prefix) else { return try plain(secret) }
        guard let decoded = Base64.decode(String(text.dropFirst(prefix.count)), isPadded: false) else {
            throw StageError(.credentialMalformed, subject: secret.mask)
        }
        return try SigningKey(decoded, of: secret)
    }

    /// Any text as its own bytes, as GitHub takes it.
    static func plain(_ secret: Secret) throws(StageError) -> SigningKey {
        try SigningKey(Array(secret.reveal().utf8), of: secret)
    }

    private init(_ bytes: [UInt8], of secret: Secret) throws(StageError) {
        guard !bytes.isEmpty else { throw StageError(.credentialEmpty, subject: secret.mask) }
        self.bytes = bytes
    }

    /// `v1,` and the base64 of HMAC-SHA256 (Standard Webhooks 1.0.0).
    func standardSignature(of content: [UInt8]) -> String {
        "v1," + Base64.encode(HMACSHA256.sign(content, key: bytes))
    }

    /// `sha256=` and HMAC-SHA256 in lower-case hexadecimal, as GitHub sends it.
    func githubSignature(of content: [UInt8]) -> String {
        "sha256=" + Hexadecimal.encode(HMACSHA256.sign(content, key: bytes))
    }
}
