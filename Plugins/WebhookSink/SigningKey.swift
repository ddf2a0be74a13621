import FeedConfiguration
import FeedStages

/// A key of Standard Webhooks 1.0.0: base64 behind `whsec_`, or any text as its own bytes.
struct SigningKey: Sendable {
    private let bytes: [UInt8]

    init(_ secret: Secret) throws(StageError) {
        let text = secret.reveal()
        let prefix = "whsec_"
        guard text.hasPrefix(prefix) else {
            guard !text.isEmpty else { throw StageError(.credentialEmpty, subject: secret.mask) }
            bytes = Array(text.utf8)
            return
        }
        guard let decoded = Base64.decode(String(text.dropFirst(prefix.count)), isPadded: false) else {
            throw StageError(.credentialMalformed, subject: secret.mask)
        }
        guard !decoded.isEmpty else { throw StageError(.credentialEmpty, subject: secret.mask) }
        bytes = decoded
    }

    /// `v1,` and the base64 of HMAC-SHA256.
    func signature(of content: [UInt8]) -> String {
        "v1," + Base64.encode(HMACSHA256.sign(content, key: bytes))
    }
}
