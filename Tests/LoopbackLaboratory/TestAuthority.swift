import FeedTesting

/// An authority that signs certificates, and the file by which a client is told to trust it.
public struct TestAuthority: Sendable {
    /// Its own certificate.
    public let certificate: TestCertificate
    private let folder: TemporaryFolder

    /// Makes an authority; its file lives as long as any copy of it.
    public init(named name: String = "an authority") throws {
        guard let certificate = TestCertificate(named: name, isAuthority: true) else { throw OpenSSLRefused() }
        self.certificate = certificate
        folder = try TemporaryFolder()
        try folder.write(certificate.pem, to: "authority.pem")
    }

    /// A file with its certificate, for `ca_file`.
    public var file: String { folder("authority.pem") }

    /// A certificate that whoever trusts the authority takes, unless a wish makes it unsound.
    public func issue(
        for hosts: [String] = ["localhost", "127.0.0.1", "::1"], valid: ClosedRange<Int> = -1...30,
        key: TestCertificate.Key = .p256, signedWithSHA1: Bool = false
    ) throws -> TestCertificate {
        let issued = TestCertificate(
            for: hosts, valid: valid, key: key, signedWithSHA1: signedWithSHA1, issuer: certificate)
        guard let issued else { throw OpenSSLRefused() }
        return issued
    }
}

/// OpenSSL would not make what a test wanted.
public struct OpenSSLRefused: Error {}
