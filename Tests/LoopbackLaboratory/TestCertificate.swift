import CLoopbackTLS

/// A certificate with its key, made on the spot: sound, or unsound in the way that a test wants.
///
/// A class, because it owns what OpenSSL allocated. Sendable by proof: nothing changes it after `init`, and OpenSSL
/// counts references to certificates and keys atomically.
public final class TestCertificate: @unchecked Sendable {
    /// How the key is made, and so how strong it is.
    public enum Key: Sendable {
        /// A curve of 256 bits; made in no time.
        case p256
        /// RSA as most sites have it; made in a tenth of a second.
        case rsa2048
        /// RSA that anybody can break.
        case rsa512
    }

    let identity: OpaquePointer

    /// Makes a certificate for `hosts`, names or addresses, that is valid for the days `valid`, counted from now.
    ///
    /// `name` is the subject's: who signs another one must have another name. Signed by `issuer`, or by its own key.
    /// Nil if OpenSSL will not.
    public init?(
        named name: String = "a server", for hosts: [String] = ["localhost", "127.0.0.1", "::1"],
        valid: ClosedRange<Int> = -1...30, key: Key = .p256,
        signedWithSHA1: Bool = false, isAuthority: Bool = false, issuer: TestCertificate? = nil
    ) {
        let names = hosts.map { $0.utf8.allSatisfy("0123456789abcdef.:".utf8.contains) ? "IP:\($0)" : "DNS:\($0)" }
        let identity = name.withCString { name in
            names.joined(separator: ",").withCString { names in
                var wishes = loopback_wishes()
                wishes.name = name
                wishes.alternative_names = isAuthority ? nil : names
                wishes.key = key.kind
                wishes.digest = signedWithSHA1 ? LOOPBACK_SHA1 : LOOPBACK_SHA256
                wishes.valid_from = valid.lowerBound * 86_400
                wishes.valid_until = valid.upperBound * 86_400
                wishes.is_authority = isAuthority ? 1 : 0
                return loopback_identity_new(&wishes, issuer?.identity)
            }
        }
        guard let identity else { return nil }
        self.identity = identity
    }

    deinit { loopback_identity_free(identity) }

    /// The certificate, without its key, as a CA file holds it.
    public var pem: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8192) { room in
            guard let start = room.baseAddress, loopback_identity_pem(identity, start, room.count) > 0 else {
                return ""
            }
            return String(cString: start)
        }
    }
}

extension TestCertificate.Key {
    fileprivate var kind: loopback_key {
        switch self {
        case .p256: LOOPBACK_P256
        case .rsa2048: LOOPBACK_RSA_2048
        case .rsa512: LOOPBACK_RSA_512
        }
    }
}
