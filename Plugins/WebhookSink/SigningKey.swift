import FeedConfiguration
import FeedStages
import FeedSystem

/// A key that is shared with the receivers.
struct SigningKey: Sendable {
    private let bytes: [UInt8]

    /// Reads a key of Standard Webhooks 1.0.0: base64 after `whsec_`; any other text is used as its UTF-8 bytes. Throws
    /// `.credentialMalformed` and `.credentialEmpty`.
    static func standard(_ secret: Secret) throws(StageError) -> SigningKey {
        let text = secret.reveal()
        let prefix = "whsec_"
        guard text.hasPrefix(prefix) else { return try plain(secret) }
        guard let decoded = Base64.decode(String(text.dropFirst(prefix.count)), isPadded: false) else {
            throw StageError(.credentialMalformed, subject: secret.mask)
        }
        return try SigningKey(decoded, of: secret)
    }

    /// Uses a text's UTF-8 bytes as the key, as GitHub does. Throws `.credentialEmpty`.
    static func plain(_ secret: Secret) throws(StageError) -> SigningKey {
        try SigningKey(Array(secret.reveal().utf8), of: secret)
    }

    private init(_ bytes: [UInt8], of secret: Secret) throws(StageError) {
        guard !bytes.isEmpty else { throw StageError(.credentialEmpty, subject: secret.mask) }
        self.bytes = bytes
    }

    /// Returns `v1,` and the base64 of HMAC-SHA256 (Standard Webhooks 1.0.0).
    func standardSignature(of content: [UInt8]) -> String {
        "v1," + Base64.encode(HMACSHA256.sign(content, key: bytes))
    }

    /// Returns `sha256=` and HMAC-SHA256 in lower-case hexadecimal, as GitHub does.
    func githubSignature(of content: [UInt8]) -> String {
        "sha256=" + Hexadecimal.encode(HMACSHA256.sign(content, key: bytes))
    }
}
