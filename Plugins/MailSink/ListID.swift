import FeedSystem

/// The name by which mail programs sort the letters of a pipeline (RFC 2919): `morning.kawaraban.example.com`.
enum ListID {
    /// Returns the name of a pipeline's letters. A pipeline's name that no host could have is replaced by its hash.
    static func text(pipeline: String, domain: String) -> String {
        let labels = pipeline.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isName = pipeline.utf8.count <= longest && labels.allSatisfy { !$0.isEmpty && $0.allSatisfy(isOfLabel) }
        let label = isName ? pipeline : Base32.encode(Array(SHA256.hash(pipeline).prefix(10)))
        // An address of digits is no name of a host.
        let host = domain.utf8.first == UInt8(ascii: "[") ? "localhost" : domain
        return "\(label).kawaraban.\(host)"
    }

    private static let longest = 63

    private static func isOfLabel(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "-_".utf8.contains(byte)
    }
}
