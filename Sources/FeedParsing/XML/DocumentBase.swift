import FeedModel

/// An address that others are resolved against, taken apart once.
struct DocumentBase {
    /// The address itself, or nil if the document has none.
    let address: String?
    private let parts: AddressBase?

    init(_ address: String?) {
        self.address = address
        parts = address.flatMap { AddressBase($0) }
    }

    /// The absolute address that `reference` means here, or nil.
    func resolve(_ reference: String) -> String? {
        var reference = reference
        return reference.withUTF8 { AddressBase.resolve($0, against: parts) }.map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
