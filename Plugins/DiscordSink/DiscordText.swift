/// Foreign text in Discord's Markdown: whatever it holds, it is shown as text and nothing else.
enum DiscordText {
    /// One line of text with a backslash before what Discord would take for formatting, a link, a mention (`<@…>`), an
    /// emoji (`<:…>`) or a time (`<t:…>`); and an invisible space behind each `@`, so that nobody is called: not even
    /// where `allowed_mentions` is not heeded.
    static func escaped(_ text: String) -> String {
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

    /// A masked link; the address is percent-encoded already but for its brackets.
    static func link(_ title: String, to address: String?) -> String {
        guard let address = address.map(destination), address.utf8.count <= longestAddress else {
            return escaped(title)
        }
        return "[\(escaped(title))](\(address))"
    }

    /// An address that ends where it ends.
    static func destination(_ address: String) -> String {
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
