/// Knows how elements nest by their names, for documents whose tags do not show it.
enum XMLRepairField {
    /// Fields of an entry or a feed that never stand inside one another.
    private static let fields: [StaticString] = [
        "title", "link", "guid", "pubdate", "description", "category", "comments", "enclosure", "author",
        "content:encoded", "summary", "id", "published", "updated", "lastbuilddate", "language", "generator", "content",
    ]

    /// Fields that hold no markup. Any field that begins inside one belongs behind it.
    private static let plain: [StaticString] = [
        "title", "link", "guid", "pubdate", "category", "comments", "id", "published", "updated", "lastbuilddate",
        "language", "generator",
    ]

    private static let roots: [StaticString] = ["rss", "feed", "rdf:rdf", "channel"]

    /// Whether an element named `open` must have ended before one named `next` begins.
    static func ends(_ open: Slice<UnsafeBufferPointer<UInt8>>, before next: Slice<UnsafeBufferPointer<UInt8>>) -> Bool
    {
        if isOne(of: plain, open) { return isOne(of: fields, next) || next.starts(with: "dc:".utf8) }
        // HTML has no elements with these names.
        return isOne(of: fields, open) && (isNamed(next, "guid") || isNamed(next, "pubdate"))
    }

    /// Whether `text` begins with the name of a feed's root.
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

    /// Whether `name` equals `text` (lower case), in any case of letters.
    private static func isNamed(_ name: Slice<UnsafeBufferPointer<UInt8>>, _ text: StaticString) -> Bool {
        guard name.count == text.utf8CodeUnitCount else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { offset in
            let byte = name[name.startIndex + offset]
            return (byte &- 0x41 < 26 ? byte | 0x20 : byte) == text.utf8Start[offset]
        }
    }
}
