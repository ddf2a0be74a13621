import FeedModel

/// A parsed base address for relative references.
struct DocumentBase {
    /// The address itself, or nil if the document has none.
    let address: String?
    private let parts: AddressBase?

    /// Bytes of a base address, at most: with a longer one, many short references would make a document explode.
    static let longest = 2_048

    init(_ address: String?) {
        self.address = address.flatMap { $0.utf8.count <= Self.longest ? $0 : nil }
        parts = self.address.flatMap { AddressBase($0) }
    }

    /// A base with a `//` authority. Nil for `mailto:`, `javascript:` and the like, and for a longer address than
    /// `longest`.
    init?(hierarchical address: String) {
        guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")),
            address.utf8[colon...].starts(with: "://".utf8), SafeScheme.allows(address)
        else { return nil }
        self.init(address)
        guard parts != nil else { return nil }
    }

    /// The absolute address of `reference`, or nil.
    func resolve(_ reference: UnsafeBufferPointer<UInt8>) -> String? {
        AddressBase.resolve(reference, against: parts).map { String(decoding: $0, as: UTF8.self) }
    }

    func resolve(_ reference: String) -> String? {
        var reference = reference
        return reference.withUTF8 { resolve($0) }
    }
}
