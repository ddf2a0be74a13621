/// Parses the attributes of a start tag, well-formed or not.
struct XMLRepairTag {
    struct Attribute {
        var name: Range<Int>
        var value: Range<Int>
        var isQuoted: Bool
    }

    private(set) var attributes: [Attribute] = []
    /// Whether the tag ends with `/>`.
    private(set) var isEmpty = false
    /// Whether the `>` is missing and another tag begins instead.
    private(set) var isUnclosed = false
    /// The position after `>`.
    private(set) var end = 0

    private let input: UnsafeBufferPointer<UInt8>
    private var index: Int

    /// Parses from `start`, the position behind the element's name. Nil if the document ends inside the tag.
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
        // A quote without an end is dropped.
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") { index += 1 }
        let start = index
        while index < input.count, input[index] > 0x20, input[index] != UInt8(ascii: ">") { index += 1 }
        append(Attribute(name: name, value: start..<index, isQuoted: false))
    }

    private mutating func append(_ attribute: Attribute) {
        if attributes.count < CrowdedTag.most { attributes.append(attribute) }
    }

    /// The closing quote; a quote without one within 64 KiB is not a quote.
    private func closing(_ quote: UInt8, from start: Int) -> Int? {
        input[start..<min(input.count, start + 65_536)].firstIndex(of: quote)
    }

    /// The end of a value whose closing quote is missing, so that the value reaches up to a later quote: that of the
    /// next attribute (`url="a type="b"`), or of an entry further below. Nil if nothing is missing.
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
        // An attribute can hold markup, but not the fields of a feed.
        let name = input[(tag + 1)...].prefix(16).drop { $0 == UInt8(ascii: "/") }
        guard XMLRepairField.isFieldOrEntry(name) else { return nil }
        return end > value.lowerBound && input[end - 1] == UInt8(ascii: "/") ? end - 1 : end
    }

    /// Whether `byte` can follow the name in a tag. `<me@example.com>` is not a tag.
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

    /// The end of a name that begins at `start`; at most 256 bytes are read.
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
