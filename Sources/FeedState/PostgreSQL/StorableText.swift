/// Text as PostgreSQL can store it: it has no NUL there.
///
/// NUL becomes U+10FFFE and `0`, and U+10FFFE becomes U+10FFFE and `e`: a noncharacter, which hardly any text has. So two
/// texts are the same exactly if they are the same when stored.
enum StorableText {
    private static let escape: [UInt8] = [0xF4, 0x8F, 0xBF, 0xBE]

    /// Appends the bytes of a text.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            guard needsEscape(utf8) else { return bytes.append(contentsOf: utf8) }
            var position = 0
            while position < utf8.count {
                if utf8[position] == 0 {
                    bytes.append(contentsOf: escape + [UInt8(ascii: "0")])
                    position += 1
                } else if isEscape(utf8, at: position) {
                    bytes.append(contentsOf: escape + [UInt8(ascii: "e")])
                    position += 4
                } else {
                    bytes.append(utf8[position])
                    position += 1
                }
            }
        }
    }

    /// Appends a text that may have bytes of no character, which become U+FFFD.
    static func append(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        // Most texts are ASCII without NUL, and need no look at their characters.
        if utf8.allSatisfy({ 1...0x7F ~= $0 }) {
            bytes.append(contentsOf: utf8)
        } else {
            append(String(decoding: utf8, as: UTF8.self), to: &bytes)
        }
    }

    /// Whether a stored text is the text itself.
    static func isPlain(_ stored: UnsafeBufferPointer<UInt8>) -> Bool { !hasEscape(stored) }

    /// Returns the text that was stored as these bytes.
    static func text(_ stored: UnsafeBufferPointer<UInt8>) -> String {
        guard hasEscape(stored) else { return String(decoding: stored, as: UTF8.self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(stored.count)
        var position = 0
        while position < stored.count {
            if isEscape(stored, at: position), position + 4 < stored.count {
                if stored[position + 4] == UInt8(ascii: "0") {
                    bytes.append(0)
                } else {
                    bytes.append(contentsOf: escape)
                }
                position += 5
            } else {
                bytes.append(stored[position])
                position += 1
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func needsEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.contains(0) || hasEscape(bytes)
    }

    private static func hasEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.contains(0xF4) && bytes.indices.contains { isEscape(bytes, at: $0) }
    }

    private static func isEscape(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Bool {
        position + 4 <= bytes.count && (0..<4).allSatisfy { bytes[position + $0] == escape[$0] }
    }
}
