import CLibCrypto

/// SHA-1 (FIPS 180-4), only to find what other programs have hashed with it.
package enum SHA1 {
    /// Returns the digest of some bytes, 20 bytes long.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(SHA_DIGEST_LENGTH)) { digest, count in
            // The function fails only if it must allocate its result, which it need not here.
            CLibCrypto.SHA1(bytes, bytes.count, digest.baseAddress)
            count = Int(SHA_DIGEST_LENGTH)
        }
    }
}
