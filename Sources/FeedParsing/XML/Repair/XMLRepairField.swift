/// What is known of elements by their names, where a document does not say how they nest.
enum XMLRepairField {
    /// Fields of an entry or a feed that never stand inside one another.
    private static let fields: [StaticString] = [
        "title", "link", "guid", "pubdate", "description", "category", "comments", "enclosure", "author",
        "content:encoded", "summary", "id", "published", "updated", "lastbuilddate", "language", "generator", "content",
    ]

    /// Those of them that hold no markup, so that whatever field begins inside one stands behind it.
    private static let plain: [StaticString] = [
        "title", "link", "guid", "pubdate", "category", "comments", "id", "published", "updated", "lastbuilddate",
        "language", "generator",
    ]

    private static let roots: [StaticString] = ["rss", "feed", "rdf:rdf", "channel"]

    /// Whether an element called `open` must have ended where one called `next` begins.
    static func ends(_ open: Slice<UnsafeBufferPointer<UInt8>>, before next: Slice<UnsafeBufferPointer<UInt8>>) -> Bool
    {
        if isOne(of: plain, open) { return isOne(of: fields, next) || next.starts(with: "dc:".utf8) }
        // HTML has no such elements.
        return isOne(of: fields, open) && (isNamed(next, "guid") || isNamed(next, "pubdate"))
    }

    /// Whether a feed's root begins with `text`.
    static func isRoot(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        isOne(of: roots, text.prefix { XMLRepairName.isPart($0) })
    }

    /// Whether `text` begins with the name of a field or an entry.
    static func isFieldOrEntry(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let name = text.prefix { XMLRepairName.isPart($0) }
        return isOne(of: fields, name) || isNamed(name, "item") || isNamed(name, "entry")
    }

    private static func isOne(of names: [StaticString], _ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        names.contains { isNamed(name, $0) }
    }

    /// Whether `name` is `text` (lower case) in any case.
    private static func isNamed(_ name: Slice<UnsafeBufferPointer<UInt8>>, _ text: StaticString) -> Bool {
        guard name.count == text.utf8CodeUnitCount else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { offset in
            let byte = name[name.startIndex + offset]
            return (byte &- 0x41 < 26 ? byte | 0x20 : byte) == text.utf8Start[offset]
        }
    }
}
