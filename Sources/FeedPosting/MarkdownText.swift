/// Text of feeds in the Markdown of chat services, escaped so that a service shows it as text only.
public enum MarkdownText {
    /// Escapes one line of text. A backslash stands before everything that a chat service reads as formatting or as a
    /// link; in Discord also as a mention (`<@…>`), an emoji (`<:…>`) or a time (`<t:…>`). An invisible space follows
    /// each `@`, so that it notifies nobody, even where mentions are not forbidden.
    public static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        var isOrdinal = true
        for (index, byte) in text.utf8.enumerated() {
            if isSpecial(byte) || (index == 0 && beginsBlock(byte)) || (isOrdinal && index > 0 && byte == full) {
                bytes.append(UInt8(ascii: "\\"))
            }
            if !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { isOrdinal = false }
            bytes.append(byte)
            if byte == UInt8(ascii: "@") { bytes.append(contentsOf: invisibleSpace) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a masked link. The address is percent-encoded except for its round brackets. An address of more than
    /// 1,000 bytes is left out.
    public static func link(_ title: String, to address: String?) -> String {
        guard let address = address.map(destination), address.utf8.count <= longestAddress else {
            return escaped(title)
        }
        return "[\(escaped(title))](\(address))"
    }

    /// Returns an address with `(` and `)` percent-encoded, so that a bracket does not end the link.
    public static func destination(_ address: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(address.utf8.count)
        for byte in address.utf8 {
            switch byte {
            case UInt8(ascii: "("): bytes.append(contentsOf: "%28".utf8)
            case UInt8(ascii: ")"): bytes.append(contentsOf: "%29".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let longestAddress = 1000
    private static let full = UInt8(ascii: ".")
    private static let invisibleSpace = Array("\u{200B}".utf8)

    private static func isSpecial(_ byte: UInt8) -> Bool { "\\*_~`|>#[]<".utf8.contains(byte) }

    private static func beginsBlock(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }
}
