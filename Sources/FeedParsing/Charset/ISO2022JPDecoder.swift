import Glibc

/// ISO-2022-JP (Encoding Standard §12.2.1) with half-width kana, JIS X 0212, and the rows that NEC and IBM added.
///
/// Where the escape back to ASCII is missing, a line feed or an end tag returns to ASCII, so the rest stays readable.
struct ISO2022JPDecoder {
    private enum State { case ascii, roman, katakana, x0208, x0212, unknown }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var state = State.ascii

    static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> DecodedBytes {
        UTF8Output.collect(from: bytes.count) { output in
            var decoder = ISO2022JPDecoder(bytes: bytes)
            while decoder.index < bytes.count { decoder.step(into: &output) }
        }
    }

    /// Whether a text has an escape to Japanese characters.
    static func hasEscapes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = 0
        while let position = escape(bytes, from: start) {
            let decoder = ISO2022JPDecoder(bytes: bytes, index: position)
            if let found = decoder.escapeHere(), found.state != .ascii, found.state != .unknown { return true }
            start = position + 1
        }
        return false
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, index: Int = 0) {
        self.bytes = bytes
        self.index = index
    }

    /// The position of the next escape character.
    private static func escape(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, start < bytes.count else { return nil }
        guard let found = memchr(base + start, 0x1B, bytes.count - start) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    private mutating func step(into output: inout UTF8Output) {
        if state == .ascii {
            let end = Self.escape(bytes, from: index) ?? bytes.count
            index = output.copyASCII(UnsafeBufferPointer(rebasing: bytes[..<end]), from: index)
            if index == bytes.count { return }
        }
        let byte = bytes[index]
        if byte == 0x1B { return takeEscape(into: &output) }
        if byte == 0x0A || isEndTag(at: index) { state = .ascii }
        switch state {
        case .ascii: putSingle(byte, byte < 0x80 ? UInt16(byte) : nil, into: &output)
        case .roman:
            let unit: UInt16 = byte == 0x5C ? 0xA5 : byte == 0x7E ? 0x203E : UInt16(byte)
            putSingle(byte, byte < 0x80 ? unit : nil, into: &output)
        case .katakana:
            let isKana = 0x21...0x5F ~= byte
            putSingle(byte, isKana ? 0xFF61 - 0x21 + UInt16(byte) : byte < 0x21 ? UInt16(byte) : nil, into: &output)
        case .x0208: putPair(byte, JISTable.x0208, into: &output)
        case .x0212: putPair(byte, JISTable.x0212, into: &output)
        case .unknown: putPair(byte, [], into: &output)
        }
    }

    private mutating func putSingle(_ byte: UInt8, _ unit: UInt16?, into output: inout UTF8Output) {
        if let unit { output.put(unit: unit) } else { output.putReplacement() }
        index += 1
    }

    private mutating func putPair(_ lead: UInt8, _ table: [UInt16], into output: inout UTF8Output) {
        guard 0x21...0x7E ~= lead, index + 1 < bytes.count, 0x21...0x7E ~= bytes[index + 1] else {
            return putSingle(lead, lead < 0x21 ? UInt16(lead) : nil, into: &output)
        }
        if isEndTag(at: index + 1) { return putSingle(lead, nil, into: &output) }
        let place = (Int(lead) - 0x21) * JISTable.cells + Int(bytes[index + 1]) - 0x21
        let unit = place < table.count ? table[place] : 0
        if unit != 0 { output.put(unit: unit) } else { output.putReplacement() }
        index += 2
    }

    private mutating func takeEscape(into output: inout UTF8Output) {
        if let escape = escapeHere() {
            state = escape.state
            index += escape.length
        } else {
            // The escape is cut off or unknown. What follows is read as ASCII.
            state = .ascii
            putSingle(0x1B, nil, into: &output)
        }
    }

    private func escapeHere() -> (state: State, length: Int)? {
        func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
        switch (byte(1), byte(2)) {
        case (UInt8(ascii: "("), UInt8(ascii: "B")): return (.ascii, 3)
        case (UInt8(ascii: "("), UInt8(ascii: "J")), (UInt8(ascii: "("), UInt8(ascii: "H")): return (.roman, 3)
        case (UInt8(ascii: "("), UInt8(ascii: "I")): return (.katakana, 3)
        case (UInt8(ascii: "$"), UInt8(ascii: "@")), (UInt8(ascii: "$"), UInt8(ascii: "B")): return (.x0208, 3)
        case (UInt8(ascii: "$"), UInt8(ascii: "A")): return (.unknown, 3)
        case (UInt8(ascii: "$"), UInt8(ascii: "(")):
            switch byte(3) {
            // The first plane of JIS X 0213 holds all of JIS X 0208.
            case UInt8(ascii: "@"), UInt8(ascii: "B"), UInt8(ascii: "O"), UInt8(ascii: "Q"): return (.x0208, 4)
            case UInt8(ascii: "D"): return (.x0212, 4)
            case UInt8(ascii: "C"), UInt8(ascii: "P"): return (.unknown, 4)
            default: return nil
            }
        default: return nil
        }
    }

    /// Whether `</name>` stands at `start`. Read as Japanese, these bytes make characters that nobody writes in a row.
    private func isEndTag(at start: Int) -> Bool {
        guard bytes[start] == UInt8(ascii: "<"), start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "/")
        else { return false }
        var position = start + 2
        while position < bytes.count, position - start < 40, Self.isNamePart(bytes[position]) { position += 1 }
        return position - start > 4 && position < bytes.count && bytes[position] == UInt8(ascii: ">")
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        byte | 0x20 &- 0x61 < 26 || byte == UInt8(ascii: ":")
    }
}
