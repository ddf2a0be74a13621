import FeedModel

/// Addresses by which one file refers to another.
enum RelativeReference {
    /// Returns the reference from the file at one absolute path to another, percent-encoded: `../11/22.html`
    /// (RFC 3986 §4.2).
    static func text(from path: String, to other: String) -> String {
        let (start, end) = (parts(of: path).dropLast(), parts(of: other))
        let common = zip(start, end.dropLast()).prefix { $0.elementsEqual($1) }.count
        let up = Array(repeating: "..", count: start.count - common)
        // An encoded colon cannot make a scheme of a file's name.
        let down = end.dropFirst(common).map { Address.encoded(component: String(Substring($0))) }
        return (up + down).joined(separator: "/")
    }

    /// The parts of an absolute path. `..` takes one away, as it does for who resolves a reference.
    private static func parts(of path: String) -> [Substring.UTF8View] {
        path.utf8.split(separator: UInt8(ascii: "/")).reduce(into: []) { parts, part in
            if part.elementsEqual("..".utf8) { parts = parts.dropLast() } else { parts.append(part) }
        }
    }
}
