import CLibCrypto

/// SHA-256 (FIPS 180-4), computed by libcrypto.
public enum SHA256 {
    /// Length of a digest in bytes.
    public static let length = 32

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
