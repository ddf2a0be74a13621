/// Collects the header fields of a response line by line, with limits.
struct HeaderCollector {
    /// The most bytes of one line.
    static let longestLine = 64 << 10
    /// The most bytes of all lines, including those of interim responses.
    static let mostBytes = 256 << 10
    /// The most fields of one response.
    static let mostFields = 500
    /// Most responses have no more fields.
    private static let usualFields = 16

    private(set) var fields: [(name: String, value: String)] = []
    private(set) var isAtEnd = false
    private var bytes = 0

    /// Adds a line with its line end; false if that is over a limit.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
        bytes += line.count
        guard line.count <= Self.longestLine, bytes <= Self.mostBytes else { return false }
        var end = line.count
        while end > 0, line[end - 1] == UInt8(ascii: "\n") || line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        let content = UnsafeRawBufferPointer(rebasing: line[..<end])
        if content.isEmpty {
            isAtEnd = true
        } else if content.starts(with: "HTTP/".utf8) {
            // A status line: the fields before it belong to an interim response (RFC 9110 §15.2) or to a proxy's.
            fields.removeAll(keepingCapacity: true)
            fields.reserveCapacity(Self.usualFields)
            isAtEnd = false
        } else if isAtEnd {
            // A trailer (RFC 9112 §7.1.2), which is ignored.
        } else if content[0] == UInt8(ascii: " ") || content[0] == UInt8(ascii: "\t") {
            fold(content)
        } else if let colon = content.firstIndex(of: UInt8(ascii: ":")) {
            guard fields.count < Self.mostFields else { return false }
            let name = Self.lowercased(content[..<colon])
            let value = content[(colon + 1)...]
            let text = HeaderValue.text(value)
            fields.append((name, Self.echoed.contains(name) && Self.isSpoilt(value, as: text) ? "" : text))
        }
        return true
    }

    /// Returns a field's name in lower case.
    private static func lowercased(_ name: Slice<UnsafeRawBufferPointer>) -> String {
        String(unsafeUninitializedCapacity: name.count) { text in
            text.initialize(
                fromContentsOf: name.lazy.map { byte in
                    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
                })
        }
    }

    /// Adds a line that continues the field before it (RFC 9112 §5.2, obsolete).
    private mutating func fold(_ content: UnsafeRawBufferPointer) {
        guard let last = fields.indices.last else { return }
        if Self.echoed.contains(fields[last].name) {
            fields[last].value = ""
        } else {
            fields[last].value += " " + HeaderValue.text(content[...])
        }
    }

    /// Fields that are sent back to the server byte for byte, or not at all.
    private static let echoed = ["etag", "last-modified"]

    /// Whether a value that must be sent back unchanged was changed by `HeaderValue.text`.
    private static func isSpoilt(_ value: Slice<UnsafeRawBufferPointer>, as text: String) -> Bool {
        let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t")]
        let rest = value.drop { blanks.contains($0) }
        return !rest.starts(with: text.utf8) || !rest.dropFirst(text.utf8.count).allSatisfy { blanks.contains($0) }
    }
}

/// Rules for the values of header fields.
enum HeaderValue {
    /// The text of a received value: trimmed, without control characters.
    static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return "" }
        let trimmed = bytes[first...last]
        guard trimmed.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            return String(decoding: trimmed, as: UTF8.self)
        }
        let clean = trimmed.compactMap { byte in
            byte == UInt8(ascii: "\t") ? UInt8(ascii: " ") : byte < 0x20 || byte == 0x7F ? nil : byte
        }
        return String(decoding: clean, as: UTF8.self)
    }

    /// Whether a value may be sent: a line break in it would begin another field (RFC 9110 §5.5).
    static func isSendable(_ value: String) -> Bool {
        var value = value
        return value.withUTF8 { bytes in
            bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }
        }
    }

    /// Whether a field name may be sent (RFC 9110 §5.1).
    static func isSendable(name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
