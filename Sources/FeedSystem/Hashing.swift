import CLibCrypto

/// SHA-256 (FIPS 180-4), computed by libcrypto.
public enum SHA256 {
    /// Length of a digest in bytes.
    public static let length = 32

    /// Digests many messages one after the other, each in any number of pieces.
    public struct Hasher: ~Copyable {
        private var context = SHA256_CTX()
        private var isOpen = false

        /// Makes a hasher for its first message.
        public init() {}

        /// Adds a piece to the present message.
        public mutating func update(_ bytes: UnsafeRawBufferPointer) {
            open()
            SHA256_Update(&context, bytes.baseAddress, bytes.count)
        }

        /// Adds a piece to the present message.
        public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

        /// Adds a piece to the present message.
        public mutating func update(_ text: String) {
            var text = text
            text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
        }

        /// Returns the first `length` bytes (1...32) of the present message's digest, and begins the next message.
        public mutating func finalize(_ length: Int = SHA256.length) -> [UInt8] {
            open()
            isOpen = false
            return withUnsafeTemporaryAllocation(byteCount: SHA256.length, alignment: 8) { digest in
                let bytes = digest.bindMemory(to: UInt8.self)
                SHA256_Final(bytes.baseAddress, &context)
                return Array(bytes.prefix(min(max(length, 1), SHA256.length)))
            }
        }

        private mutating func open() {
            guard !isOpen else { return }
            SHA256_Init(&context)
            isOpen = true
        }
    }

    /// Returns the digest of some bytes, 32 bytes long.
    public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: length) { digest, count in
            var context = SHA256_CTX()
            // None of the three can fail.
            SHA256_Init(&context)
            SHA256_Update(&context, bytes.baseAddress, bytes.count)
            SHA256_Final(digest.baseAddress, &context)
            count = length
        }
    }

    /// Returns the digest of some bytes, 32 bytes long.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { hash($0) } }

    /// Returns the digest of some bytes, 32 bytes long.
    public static func hash(_ bytes: ArraySlice<UInt8>) -> [UInt8] { bytes.withUnsafeBytes { hash($0) } }

    /// Returns the digest of a text's UTF-8 bytes, 32 bytes long.
    public static func hash(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
    }
}

/// HMAC with SHA-256 (RFC 2104), computed by libcrypto.
public enum HMACSHA256 {
    /// Returns the authentication code of a message under a key, 32 bytes long.
    public static func sign(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        // libcrypto takes a null pointer as "the key of the last call", so an empty key needs an address, too.
        let keyBytes = key.isEmpty ? [0] : key
        let keyLength = Int32(clamping: key.count)
        return [UInt8](unsafeUninitializedCapacity: SHA256.length) { digest, count in
            var written: UInt32 = 0
            _ = HMAC(EVP_sha256(), keyBytes, keyLength, message, message.count, digest.baseAddress, &written)
            count = Int(written)
        }
    }
}

extension SHA256 {
    /// Combines the first eight bytes of a digest into the hash of a key. They are as random as all of them, and an array
    /// of bytes is combined byte by byte.
    package static func combine(_ digest: [UInt8], into hasher: inout Swift.Hasher) {
        digest.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0.prefix(8))) }
    }
}
