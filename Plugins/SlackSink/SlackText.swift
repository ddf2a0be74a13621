/// Text of feeds in Slack's mrkdwn. `&`, `<` and `>` are escaped, so that no text can mention anybody (`<!channel>`,
/// `<@U…>`) or make a link (Slack, "Formatting text for app surfaces").
enum SlackText {
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: isSpecial) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
            case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a link. The address is percent-encoded, so it contains no `|`, `<` or `>`.
    static func link(_ title: String, to address: String?) -> String {
        guard let address else { return escaped(title) }
        return "<\(escaped(address))|\(escaped(title))>"
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }
}
