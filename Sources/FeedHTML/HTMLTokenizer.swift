import Glibc

/// Splits markup into texts and tags as in WHATWG HTML §13.2.5. Comments, doctypes and the like are skipped.
///
/// It borrows the bytes and must not outlive the call that lends them.
///
/// It keeps more text than browsers: text that only looks like a declaration, and the content of a CDATA section, which
/// shows that the markup was escaped twice.
struct HTMLTokenizer {
    /// A token. The parts of a tag are in the properties below.
    enum Token {
        /// Text with its character references not yet decoded.
        case text(Range<Int>)
        case startTag
        case endTag
        case end
    }

    /// The ranges of a name and a value in the bytes. The value may hold character references.
    struct Attribute {
        var name: Range<Int>
        var value: Range<Int>
    }

    /// Attributes of a tag that are read, at most.
    static let mostAttributes = 100

    let bytes: UnsafeBufferPointer<UInt8>
    /// The position of the next token.
    var index = 0
    /// Whether `<![CDATA[` begins a section of text, as it does inside `svg`.
    var isForeign = false
    private(set) var tagStart = 0
    private(set) var tagName = 0..<0
    private(set) var isSelfClosing = false
    /// The number of attributes. If a name is repeated, the first one counts.
    private(set) var attributeCount = 0
    /// The attributes of this tag; behind them are old ones of longer tags.
    private var attributes: [Attribute] = []
    /// The position of the `]]>` of the current CDATA section, or -1.
    private var endOfCDATA = -1
    /// Whether no `>` follows.
    private var isPastTags = false
    /// Whether no `=` follows.
    private var isPastValues = false
    let table = HTMLElementTable.shared
    /// The position of the last end tag found for each element, or the end of the bytes.
    var knownEndTags: [(element: HTMLElement, place: Int)] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The element of the current tag.
    var element: HTMLElement { table.element(bytes, tagName) }

    /// An attribute of the current tag.
    func attribute(_ place: Int) -> Attribute { attributes[place] }

    /// Reads the next token.
    mutating func next() -> Token {
        while index < bytes.count {
            let start = index
            guard bytes[index] == UInt8(ascii: "<") else {
                if let text = textInCDATA() {
                    if text.isEmpty { continue }
                    return .text(text)
                }
                index = place(of: UInt8(ascii: "<"), from: index)
                return .text(start..<index)
            }
            switch byte(at: index + 1) {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                tagStart = start
                if readTag(from: index + 1) { return .startTag }
                guard isText(from: start) else { return .end }
                index = place(of: UInt8(ascii: "<"), from: start + 1)
                return .text(start..<index)
            case UInt8(ascii: "/"):
                let next = byte(at: index + 2)
                if (next | 0x20) &- UInt8(ascii: "a") < 26 {
                    tagStart = start
                    return readTag(from: index + 2) ? .endTag : .end
                }
                guard index + 2 < bytes.count else {
                    index = bytes.count
                    return .text(start..<index)
                }
                skipPast(UInt8(ascii: ">"), from: index + 2)
            case UInt8(ascii: "!"):
                if let text = skipDeclaration() { return .text(text) }
            case UInt8(ascii: "?"):
                skipPast(UInt8(ascii: ">"), from: index + 2)
            default:
                index = place(of: UInt8(ascii: "<"), from: index + 1)
                return .text(start..<index)
            }
        }
        return .end
    }

    /// Skips one line break: the first one in a `pre` does not count (§13.2.6.4.7).
    mutating func skipLineBreak() {
        if byte(at: index) == 0x0D { index += 1 }
        if byte(at: index) == 0x0A { index += 1 }
    }

    /// The position of `byte` at or after `start`, or the end of the bytes.
    func place(of byte: UInt8, from start: Int) -> Int {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, Int32(byte), bytes.count - start)
        else { return bytes.count }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// The byte at `place`, or 0 behind the end.
    func byte(at place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }

    /// Whether `word`, in lower case, is at `place`, whatever the case of the ASCII letters there.
    func has(_ word: StaticString, at place: Int) -> Bool {
        let length = word.utf8CodeUnitCount
        guard place <= bytes.count - length, bytes[place] | 0x20 == word.utf8Start[0] | 0x20 else { return false }
        for offset in 0..<length {
            let byte = bytes[place + offset]
            let lowered = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            if lowered != word.utf8Start[offset] { return false }
        }
        return true
    }

    /// Whether a byte ends the name of a tag: white space, `/` or `>`.
    @inline(__always)
    static func endsName(_ byte: UInt8) -> Bool {
        byte < 64 && (0x4000_8001_0000_3600 as UInt64) >> UInt64(byte) & 1 == 1
    }

    /// Whether a byte is a tab, line feed, form feed, carriage return or blank.
    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte < 64 && (0x1_0000_3600 as UInt64) >> UInt64(byte) & 1 == 1 }

    private mutating func skipPast(_ byte: UInt8, from start: Int) {
        index = min(bytes.count, place(of: byte, from: start) + 1)
    }

    /// Skips `<!…`: a comment, a doctype or an invalid declaration. Returns text if it is text.
    private mutating func skipDeclaration() -> Range<Int>? {
        if has("<!--", at: index) {
            skipComment()
            return nil
        }
        if has("<![cdata[", at: index) {
            index += 9
            var end = max(index, endOfCDATA)
            while end < bytes.count, !has("]]>", at: end) { end = place(of: UInt8(ascii: "]"), from: end + 1) }
            if isForeign {
                defer { index = min(bytes.count, end + 3) }
                return index..<end
            }
            endOfCDATA = end
            return nil
        }
        let start = index
        let first = byte(at: index + 2)
        let isDeclaration = (first | 0x20) &- 0x61 < 26 || first == UInt8(ascii: "[") || first == UInt8(ascii: ">")
        if isDeclaration, !isPastTags {
            skipPast(UInt8(ascii: ">"), from: index + 2)
            if bytes[index - 1] == UInt8(ascii: ">") { return nil }
            isPastTags = true
        }
        index = place(of: UInt8(ascii: "<"), from: start + 1)
        return start..<index
    }

    /// Whether the markup from `start` to the end of the bytes only looks like a tag: `a <b and c`.
    private mutating func isText(from start: Int) -> Bool {
        if !isPastTags { isPastTags = place(of: UInt8(ascii: ">"), from: start) == bytes.count }
        guard isPastTags else { return false }
        if element == .unknown { return true }
        if !isPastValues { isPastValues = place(of: UInt8(ascii: "="), from: start) == bytes.count }
        return isPastValues && tagName.upperBound < bytes.count
    }

    /// The text up to the end of the CDATA section, if that comes before the next tag. Its `]]>` is skipped.
    private mutating func textInCDATA() -> Range<Int>? {
        guard endOfCDATA >= index else { return nil }
        let end = endOfCDATA
        guard place(of: UInt8(ascii: "<"), from: index) >= end else { return nil }
        endOfCDATA = -1
        defer { index = min(bytes.count, end + 3) }
        return index..<end
    }

    private mutating func skipComment() {
        let start = index + 4
        if byte(at: start) == UInt8(ascii: ">") || has("->", at: start) {
            skipPast(UInt8(ascii: ">"), from: start)
            return
        }
        var dash = place(of: UInt8(ascii: "-"), from: start)
        while dash < bytes.count {
            if has("-->", at: dash) || has("--!>", at: dash) {
                skipPast(UInt8(ascii: ">"), from: dash)
                return
            }
            dash = place(of: UInt8(ascii: "-"), from: dash + 1)
        }
        index = bytes.count
    }
}

// Tags.
extension HTMLTokenizer {
    /// Reads a tag whose name begins at `start`. Returns false if the bytes end inside it; the tag is then dropped.
    private mutating func readTag(from start: Int) -> Bool {
        attributeCount = 0
        isSelfClosing = false
        index = start
        while index < bytes.count, !Self.endsName(bytes[index]) { index += 1 }
        tagName = start..<index
        if isPastTags {
            index = bytes.count
            return false
        }
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: ">"):
                index += 1
                return true
            case UInt8(ascii: "/"):
                index += 1
                isSelfClosing = byte(at: index) == UInt8(ascii: ">")
            case let byte where Self.isBlank(byte):
                index += 1
            default:
                readAttribute()
            }
        }
        return false
    }

    private mutating func readAttribute() {
        let start = index
        // An equals sign may begin a name (§13.2.5.32).
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "="), !Self.endsName(bytes[index]) { index += 1 }
        let name = start..<index
        var value = index..<index
        skipBlanks()
        if index < bytes.count, bytes[index] == UInt8(ascii: "=") {
            index += 1
            skipBlanks()
            value = readValue()
        }
        guard attributeCount < Self.mostAttributes else { return }
        let attribute = Attribute(name: name, value: value)
        if attributeCount < attributes.count {
            attributes[attributeCount] = attribute
        } else {
            attributes.append(attribute)
        }
        attributeCount += 1
    }

    private mutating func readValue() -> Range<Int> {
        let quote = byte(at: index)
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let start = index + 1
            let end = place(of: quote, from: start)
            index = min(bytes.count, end + 1)
            return min(start, end)..<end
        }
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: ">"), !Self.isBlank(bytes[index]) { index += 1 }
        return start..<index
    }

    private mutating func skipBlanks() {
        while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    }
}
