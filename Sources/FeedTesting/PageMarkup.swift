/// The tags of a page, as a browser reads them: enough to tell whether a text became markup.
struct PageMarkup {
    /// A start tag.
    struct Tag {
        let name: String
        var attributes: [(name: String, value: String)] = []
    }

    private(set) var tags: [Tag] = []
    private var rest: ArraySlice<UInt8>

    /// Reads the start tags of a page.
    init(_ page: [UInt8]) {
        rest = page[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(start + 1)...]
            if let first = rest.first, Self.isLetter(first) { readTag() }
        }
    }

    private mutating func readTag() {
        var tag = Tag(name: take { !Self.endsName($0) })
        while let next = rest.first, next != UInt8(ascii: ">") {
            guard !Self.endsName(next) else {
                rest = rest.dropFirst()
                continue
            }
            let name = take { !Self.endsName($0) && $0 != UInt8(ascii: "=") }
            var value = ""
            if rest.first == UInt8(ascii: "=") {
                rest = rest.dropFirst()
                value = readValue()
            } else if name.isEmpty {
                rest = rest.dropFirst()
            }
            tag.attributes.append((name, value))
        }
        tags.append(tag)
    }

    private mutating func readValue() -> String {
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return take { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
        }
        rest = rest.dropFirst()
        let value = take { $0 != quote }
        rest = rest.dropFirst()
        return value
    }

    private mutating func take(while isPart: (UInt8) -> Bool) -> String {
        let part = rest.prefix(while: isPart)
        rest = rest[part.endIndex...]
        return String(decoding: part, as: UTF8.self).lowercased()
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    private static func endsName(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
    }
}
