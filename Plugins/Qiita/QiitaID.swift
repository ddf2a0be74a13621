import FeedModel

/// The id of an article: 20 hexadecimal digits, the same in the API, in addresses and in all times.
enum QiitaID {
    static let length = 20

    static func isID(_ text: some StringProtocol) -> Bool {
        text.utf8.count == length
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    /// The id that `text` is, or that an article's address ends with, or nil.
    static func within(_ text: String) -> String? {
        if isID(text) { return text }
        guard let segments = Address.parts(text)?.pathSegments, let marker = segments.lastIndex(of: "items"),
            let id = segments.dropFirst(marker + 1).first, isID(id)
        else { return nil }
        return id
    }
}
