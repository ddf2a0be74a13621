import CLibCrypto

/// SHA-256 (FIPS 180-4), computed by libcrypto.
public enum SHA256 {
    /// Length of a digest in bytes.
    public static let length = 32

    /// Digests of many messages in turn, each in any number of pieces: cheaper than asking for every one alone, for
    /// which libcrypto looks the algorithm up anew.
    public struct Hasher: ~Copyable {
        // Nil only without memory, when nothing else would work either: Swift's own allocations end the process then.
        private let context = EVP_MD_CTX_new()
        private var isOpen = false

        /// Makes a hasher.
        public init() {}

        deinit { EVP_MD_CTX_free(context) }

        /// Takes a piece of the present message.
        public mutating func update(_ bytes: UnsafeRawBufferPointer) {
            open()
            EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        }

        /// Takes a piece of the present message.
        public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

        /// Takes a piece of the present message.
        public mutating func update(_ text: String) {
            var text = text
            text.withUTF8 { update(UnsafeRawBufferPointer($0)) }
        }

        /// The first `length` bytes (1...32) of the present message's digest; the next message begins.
        public mutating func finalize(_ length: Int = SHA256.length) -> [UInt8] {
            open()
            isOpen = false
            return withUnsafeTemporaryAllocation(byteCount: SHA256.length, alignment: 8) { digest in
                let bytes = digest.bindMemory(to: UInt8.self)
                EVP_DigestFinal_ex(context, bytes.baseAddress, nil)
                return Array(bytes.prefix(min(max(length, 1), SHA256.length)))
            }
        }

        private mutating func open() {
            guard !isOpen else { return }
            // The algorithm is named once: from then on the context knows it.
            EVP_DigestInit_ex2(context, isNamed ? nil : EVP_sha256(), nil)
            isNamed = true
            isOpen = true
        }

        private var isNamed = false
    }

    /// The digest of some bytes, 32 bytes long.
    public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: length) { digest, count in
            // The one-shot function only fails without memory for its result, which we bring along.
            _ = CLibCrypto.SHA256(bytes.baseAddress, bytes.count, digest.baseAddress)
            count = length
        }
    }

    /// The digest of some bytes, 32 bytes long.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { hash($0) } }

    /// The digest of some bytes, 32 bytes long.
    public static func hash(_ bytes: ArraySlice<UInt8>) -> [UInt8] { bytes.withUnsafeBytes { hash($0) } }

    /// The digest of a text's UTF-8 bytes, 32 bytes long.
    public static func hash(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { hash(UnsafeRawBufferPointer($0)) }
    }
}

/// HMAC with SHA-256 (RFC 2104), computed by libcrypto.
public enum HMACSHA256 {
    /// The signature of a message under a key, 32 bytes long.
    public static func sign(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        // A null key would mean "as in the last call" to libcrypto, so an empty one gets an address, too.
        let keyBytes = key.isEmpty ? [0] : key
        let keyLength = Int32(clamping: key.count)
        return [UInt8](unsafeUninitializedCapacity: SHA256.length) { digest, count in
            var written: UInt32 = 0
            _ = HMAC(EVP_sha256(), keyBytes, keyLength, message, message.count, digest.baseAddress, &written)
            count = Int(written)
        }
    }
}
