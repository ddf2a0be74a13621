import FeedSystem

/// What a reader sees of a letter that `LetterBytes` made, for a dry run.
enum LetterPreview {
    /// Returns the addresses, the subject and the text in UTF-8; nil if these are no such bytes.
    static func text(of letter: [UInt8]) -> [UInt8]? {
        let letter = String(decoding: letter, as: UTF8.self)
        guard let border = letter.firstRange(of: "\r\n\r\n"),
            let start = letter[border.upperBound...].firstRange(of: "\r\n\r\n"),
            let end = letter[start.upperBound...].firstRange(of: "\r\n--=_")
        else { return nil }
        let fields = String(letter[..<border.lowerBound]).replacing("\r\n ", with: " ").split(separator: "\r\n")
        let shown = fields.filter { $0.hasPrefix("From:") || $0.hasPrefix("To:") || $0.hasPrefix("Subject:") }
        let isBase64 = letter[border.upperBound..<start.lowerBound].hasSuffix("base64")
        let body = String(letter[start.upperBound..<end.lowerBound])
        guard let text = isBase64 ? Base64.decode(body.replacing("\r\n", with: "")) : unquoted(body) else { return nil }
        let head = shown.map { decoded($0) + "\n" }.joined() + "\n"
        return Array(head.utf8) + text.withLineFeeds
    }

    /// Returns a field with its encoded words as text. The blank between two of them is none.
    private static func decoded(_ field: Substring) -> String {
        var text = ""
        var wasEncoded = false
        for word in field.split(separator: " ") {
            let isEncoded = word.hasPrefix("=?UTF-8?B?") && word.count > 12
            if !text.isEmpty, !(wasEncoded && isEncoded) { text += " " }
            let bytes = isEncoded ? Base64.decode(String(word.dropFirst(10).prefix { $0 != "?" })) : nil
            text += bytes.map { String(decoding: $0, as: UTF8.self) } ?? String(word)
            wasEncoded = isEncoded
        }
        return text
    }

    private static func unquoted(_ body: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(body.replacing("=\r\n", with: "").utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                bytes.append(byte)
                continue
            }
            guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(code)
        }
        return bytes
    }
}
