import FeedModel

/// Addresses by which one file refers to another.
enum RelativeReference {
    /// Returns the reference from the file at one absolute path to another, percent-encoded: `../11/22.html`
    /// (RFC 3986 §4.2).
    static func text(from path: String, to other: String) -> String {
        let start = path.utf8.split(separator: slash).dropLast()
        let end = other.utf8.split(separator: slash)
        let common = zip(start, end.dropLast()).prefix { $0.elementsEqual($1) }.count
        let up = Array(repeating: "..", count: start.count - common)
        // An encoded colon cannot make a scheme of a file's name.
        let down = end.dropFirst(common).map { Address.encoded(component: String(Substring($0))) }
        return (up + down).joined(separator: "/")
    }

    private static let slash = UInt8(ascii: "/")
}
