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
        copy.withUTF8 { JSONEscapes.append($0, to: &bytes) }
        bytes.append(UInt8(ascii: "\""))
    }
}
