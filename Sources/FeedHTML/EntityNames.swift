/// The table of entity names, parsed at its first use and then searched by bisection.
struct EntityNames: Sendable {
    private struct Entry {
        var start: Int
        var length: Int
        var countsWithoutSemicolon: Bool
        var characters: ShortName
    }

    private let text: StaticString
    private let entries: [Entry]

    init(_ table: StaticString) {
        text = table
        entries = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
            .split { $0 == 0x20 || $0 == 0x0A }.compactMap(Self.entry)
    }

    /// The characters of `name` in UTF-8, or nil. `withoutSemicolon` finds only names that are valid without one.
    func entry(_ name: UnsafeBufferPointer<UInt8>, withoutSemicolon: Bool) -> ShortName? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            let entry = entries[middle]
            let known = UnsafeBufferPointer(start: text.utf8Start + entry.start, count: entry.length)
            if known.elementsEqual(name) {
                return withoutSemicolon && !entry.countsWithoutSemicolon ? nil : entry.characters
            }
            if known.lexicographicallyPrecedes(name) { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    private static func entry(_ item: Slice<UnsafeBufferPointer<UInt8>>) -> Entry? {
        guard let mark = item.firstIndex(where: { $0 == UInt8(ascii: "!") || $0 == UInt8(ascii: ":") }) else {
            return nil
        }
        let characters = item[(mark + 1)...].split(separator: UInt8(ascii: ",")).compactMap { digits in
            UInt32(String(decoding: digits, as: UTF8.self), radix: 16).flatMap(Unicode.Scalar.init)
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: characters)
        return Entry(
            start: item.startIndex, length: mark - item.startIndex,
            countsWithoutSemicolon: item[mark] == UInt8(ascii: "!"), characters: ShortName(String(text)))
    }
}
