import CLibCurl

/// The content coding of a body (RFC 9110 §8.4.1).
enum BodyCoding: Sendable, Hashable {
    case gzip, deflate, brotli, zstd

    /// The value of `Accept-Encoding`.
    static let accepted = "gzip, br, zstd"

    /// The coding that a `Content-Encoding` names; nil for none. Words that name no coding, such as `utf-8`, are
    /// ignored.
    ///
    /// Throws `Refused` with the field's value if it names an unknown coding or more than one layer.
    static func named(by value: String?) throws(Refused) -> BodyCoding? {
        guard let value else { return nil }
        let words = value.lowercased().utf8.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
            .map { String(decoding: $0, as: UTF8.self) }
            .filter { !["identity", "none", "utf-8", "binary", "8bit"].contains($0) }
        guard let word = words.first else { return nil }
        guard words.count == 1, let coding = Self(word: word) else { throw Refused(value: value) }
        return coding
    }

    /// A `Content-Encoding` that is not accepted.
    struct Refused: Error {
        var value: String
    }

    private init?(word: String) {
        switch word {
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        case "br": self = .brotli
        case "zstd": self = .zstd
        default: return nil
        }
    }

    /// The first bytes of data in this coding; empty if they are not fixed.
    var magic: [UInt8] {
        switch self {
        case .gzip: [0x1F, 0x8B]
        case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
        case .deflate, .brotli: []
        }
    }

    /// The number of bytes that are needed to choose the decoder.
    var headLength: Int { self == .deflate ? 2 : magic.count }

    /// The decoder for a body that begins with `prefix`. Servers send `deflate` with and without zlib's header.
    func decoder(for prefix: some Collection<UInt8>) -> body_coding {
        switch self {
        case .gzip: BODY_GZIP
        case .brotli: BODY_BROTLI
        case .zstd: BODY_ZSTD
        case .deflate:
            if let first = prefix.first, let second = prefix.dropFirst().first, first & 15 == 8,
                (Int(first) << 8 | Int(second)) % 31 == 0
            {
                BODY_ZLIB
            } else {
                BODY_DEFLATE
            }
        }
    }
}
