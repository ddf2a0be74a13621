/// The attributes of a start tag, however it was written.
struct XMLRepairTag {
    struct Attribute {
        var name: Range<Int>
        var value: Range<Int>
        var isQuoted: Bool
    }

    private(set) var attributes: [Attribute] = []
    /// Whether it ends with `/>`.
    private(set) var isEmpty = false
    /// Whether its `>` is missing: another tag begins before.
    private(set) var isUnclosed = false
    /// The position after `>`.
    private(set) var end = 0

    private let input: UnsafeBufferPointer<UInt8>
    private var index: Int

    /// Reads from after the element's name on; nil if the tag does not end.
    init?(_ input: UnsafeBufferPointer<UInt8>, after start: Int) {
        self.input = input
        index = start
        while index < input.count {
            switch input[index] {
            case UInt8(ascii: ">"):
                end = index + 1
                return
            case UInt8(ascii: "<"):
                isUnclosed = true
                end = index
                return
            case UInt8(ascii: "/"):
                isEmpty = index + 1 < input.count && input[index + 1] == UInt8(ascii: ">")
                index += 1
            case let byte where XMLRepairName.canBegin(byte): readAttribute()
            default: index += 1
            }
        }
        return nil
    }

    private mutating func readAttribute() {
        let name = index..<XMLRepairName.end(in: input, from: index)
        index = name.upperBound
        skipBlanks()
        guard index < input.count, input[index] == UInt8(ascii: "=") else {
            append(Attribute(name: name, value: name, isQuoted: false))
            return
        }
        index += 1
        skipBlanks()
        guard index < input.count else { return }
        let quote = input[index]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), let close = closing(quote, from: index + 1) {
            let start = index + 1
            let valueEnd = lostQuote(start..<close) ?? close
            append(Attribute(name: name, value: start..<valueEnd, isQuoted: true))
            index = valueEnd == close ? close + 1 : valueEnd
            return
        }
        // A quote that is never closed goes.
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") { index += 1 }
        let start = index
        while index < input.count, input[index] > 0x20, input[index] != UInt8(ascii: ">") { index += 1 }
        append(Attribute(name: name, value: start..<index, isQuoted: false))
    }

    private mutating func append(_ attribute: Attribute) {
        if attributes.count < CrowdedTag.most { attributes.append(attribute) }
    }

    /// A quote that does not close within 64 KiB was none.
    private func closing(_ quote: UInt8, from start: Int) -> Int? {
        input[start..<min(input.count, start + 65_536)].firstIndex(of: quote)
    }

    /// Where a value ends whose closing quote was forgotten, so that the next one's opening quote was taken for it
    /// (`url="a type="b"`), or one of an entry further below.
    private func lostQuote(_ value: Range<Int>) -> Int? {
        if input[value].last == UInt8(ascii: "="),
            let blank = input[value].lastIndex(where: { !XMLRepairName.isPart($0) && $0 != UInt8(ascii: "=") }),
            input[blank] <= 0x20
        {
            return blank
        }
        guard let tag = input[value].firstIndex(of: UInt8(ascii: "<")),
            let end = input[value].firstIndex(of: UInt8(ascii: ">")), end < tag
        else { return nil }
        // An attribute may hold markup, but no field of a feed.
        let name = input[(tag + 1)...].prefix(16).drop { $0 == UInt8(ascii: "/") }
        guard XMLRepairField.isFieldOrEntry(name) else { return nil }
        return end > value.lowerBound && input[end - 1] == UInt8(ascii: "/") ? end - 1 : end
    }

    /// Whether what follows a `<` and a name can belong to a tag: `<me@example.com>` is none.
    static func canFollowName(_ byte: UInt8, _ next: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ">"), UInt8(ascii: "<"), 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"): true
        case UInt8(ascii: "/"): next == UInt8(ascii: ">") || next <= 0x20
        default: false
        }
    }

    private mutating func skipBlanks() {
        while index < input.count, input[index] <= 0x20 { index += 1 }
    }
}

/// Names of elements and attributes.
enum XMLRepairName {
    static func canBegin(_ byte: UInt8) -> Bool {
        byte | 0x20 &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    /// Where a name that begins at `start` ends; at most 256 bytes of it.
    static func end(in input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < input.count, index - start < 256, isPart(input[index]) { index += 1 }
        return index
    }

    static func isPart(_ byte: UInt8) -> Bool {
        canBegin(byte) || byte &- 0x30 < 10 || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }
}
