/// Writes JSON (RFC 8259) as bytes. It sets the commas; the caller must nest correctly.
///
/// `<`, U+2028 and U+2029 are escaped, so that the result may stand in HTML and JavaScript. C1 controls and those of
/// direction (UAX #9) are escaped, so that it may be shown on a terminal. Joiners and all other characters stay.
public struct JSONWriter: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Creates an empty writer with space for `capacity` bytes; it grows beyond that.
    public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }
    /// Writes `{`.
    public mutating func beginObject() { begin(UInt8(ascii: "{")) }
    /// Writes `}`.
    public mutating func endObject() { end(UInt8(ascii: "}")) }
    /// Writes `[`.
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }
    /// Writes `]`.
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Ends a line of JSON Lines. The next value begins a new document.
    public mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Writes a member's name. Its value must follow.
    public mutating func name(_ name: String) {
        value(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string.
    public mutating func value(_ text: String) {
        separate()
        appendString(text)
    }

    /// Writes a whole number.
    public mutating func value(_ number: Int) { raw(String(number)) }
    /// Writes a number; NaN and infinity become null.
    public mutating func value(_ number: Double) { raw(number.isFinite ? "\(number)" : "null") }
    /// Writes `true` or `false`.
    public mutating func value(_ flag: Bool) { raw(flag ? "true" : "false") }
    /// Writes `null`.
    public mutating func null() { raw("null") }

    /// Writes a member with a string; nil writes nothing.
    public mutating func member(_ name: String, _ text: String?) {
        guard let text else { return }
        self.name(name)
        value(text)
    }

    /// Writes a member with a whole number; nil writes nothing.
    public mutating func member(_ name: String, _ number: Int?) {
        guard let number else { return }
        self.name(name)
        value(number)
    }

    /// Writes a member with a boolean; nil writes nothing.
    public mutating func member(_ name: String, _ flag: Bool?) {
        guard let flag else { return }
        self.name(name)
        value(flag)
    }

    /// Writes any value. Deep values use recursion.
    public mutating func value(_ json: JSONValue) {
        switch json {
        case .null: null()
        case .bool(let flag): value(flag)
        case .number(let text): raw(text)
        case .string(let text): value(text)
        case .array(let elements):
            beginArray()
            for element in elements { value(element) }
            endArray()
        case .object(let object):
            beginObject()
            for member in object.members {
                name(member.name)
                value(member.value)
            }
            endObject()
        }
    }

    /// Writes a value that is already encoded as JSON. It is not checked.
    public mutating func value(encoded value: [UInt8]) {
        separate()
        bytes.append(contentsOf: value)
    }

    private mutating func raw(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func appendString(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var copy = text
        copy.withUTF8 { utf8 in
            var start = 0
            var index = 0
            while true {
                index = Self.endOfRun(utf8, from: index)
                guard index < utf8.count else { break }
                guard let escape = Self.escape(utf8, at: index) else {
                    index += 1
                    continue
                }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                bytes.append(contentsOf: escape.text.utf8)
                index += escape.length
                start = index
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The position of the next byte that may need escaping, searched eight bytes at a time.
    private static func endOfRun(_ utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
        func places(_ byte: UInt8, in word: UInt64) -> UInt64 { zeros(word ^ (ones &* UInt64(byte))) }
        let raw = UnsafeRawBufferPointer(utf8)
        var index = start
        while raw.count - index >= 8 {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let found =
                (zeros(word & (ones &* 0xE0)) | places(UInt8(ascii: "\""), in: word)
                    | places(UInt8(ascii: "\\"), in: word)
                    | places(UInt8(ascii: "<"), in: word) | places(0x7F, in: word)
                    // The first bytes of C1 controls and controls of direction: 0xC2 and 0xE2, which differ in one bit,
                    // and 0xD8.
                    | places(0xC2, in: word & (ones &* 0xDF)) | places(0xD8, in: word)) & highs
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        return index
    }

    private static func escape(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> (text: String, length: Int)? {
        switch utf8[index] {
        case UInt8(ascii: "\""): ("\\\"", 1)
        case UInt8(ascii: "\\"): ("\\\\", 1)
        case UInt8(ascii: "<"): ("\\u003c", 1)
        case UInt8(ascii: "\n"): ("\\n", 1)
        case UInt8(ascii: "\r"): ("\\r", 1)
        case UInt8(ascii: "\t"): ("\\t", 1)
        case 0x7F: ("\\u007f", 1)
        case 0xC2, 0xD8: escape(utf8, at: index, length: 2)
        case 0xE2: escape(utf8, at: index, length: 3)
        case let control where control < 0x20: (escape(UInt32(control)), 1)
        default: nil
        }
    }

    /// The escape of a character of two or three bytes; nil if it needs none.
    private static func escape(
        _ utf8: UnsafeBufferPointer<UInt8>, at index: Int, length: Int
    ) -> (text: String, length: Int)? {
        guard index + length <= utf8.count else { return nil }
        var scalar = UInt32(utf8[index] & (length == 2 ? 0x1F : 0x0F))
        for offset in 1..<length { scalar = scalar << 6 | UInt32(utf8[index + offset] & 0x3F) }
        switch scalar {
        // C1 controls; Arabic letter mark; direction marks; line and paragraph separators, embeddings, overrides;
        // isolates.
        case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return (escape(scalar), length)
        default: return nil
        }
    }

    private static func escape(_ scalar: UInt32) -> String {
        let digits = String(scalar, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
