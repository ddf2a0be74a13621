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
                // The `>` is missing: another tag begins.
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
            attributes.append(Attribute(name: name, value: name, isQuoted: false))
            return
        }
        index += 1
        skipBlanks()
        guard index < input.count else { return }
        let quote = input[index]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), let close = closing(quote, from: index + 1) {
            attributes.append(Attribute(name: name, value: index + 1..<close, isQuoted: true))
            index = close + 1
            return
        }
        let start = index
        while index < input.count, input[index] > 0x20, input[index] != UInt8(ascii: ">") { index += 1 }
        attributes.append(Attribute(name: name, value: start..<index, isQuoted: false))
    }

    /// A quote that does not close within 64 KiB was none.
    private func closing(_ quote: UInt8, from start: Int) -> Int? {
        input[start..<min(input.count, start + 65_536)].firstIndex(of: quote)
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

    private static func isPart(_ byte: UInt8) -> Bool {
        canBegin(byte) || byte &- 0x30 < 10 || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }
}
