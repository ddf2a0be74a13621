import FeedParsing

/// Any bytes in any charset are decoded to valid UTF-8, and a broken character never swallows the tag after it.
enum CharsetPromises {
    static func brokenPromise(by input: [UInt8]) -> String? {
        let (contentType, slice) = ContentTypeChoice.split(input)
        let body = Array(slice)
        let text = DecodedText(body, contentType: contentType)
        guard String(validating: text.utf8, as: UTF8.self) != nil else { return "no valid UTF-8" }
        // Eight bytes for one are more than any charset needs.
        guard text.utf8.count <= 8 * body.count + 64 else { return "\(text.utf8.count) bytes from \(body.count)" }
        if keepsASCII(input), count(of: UInt8(ascii: "<"), in: text.utf8) != count(of: UInt8(ascii: "<"), in: body[...])
        {
            return "a `<` came or went"
        }
        return nil
    }

    /// Whether the byte of `<` always and only means `<` in the chosen charset, and no byte order mark or escape
    /// overrides it.
    private static func keepsASCII(_ input: [UInt8]) -> Bool {
        guard let choice = input.first, let charset = ContentTypeChoice.charset(chosenBy: choice) else { return false }
        let isOther = ["utf-16", "utf-16be", "utf-32", "iso-2022-jp", "x-unknown", "utf-7", "hz-gb-2312"].contains(
            charset)
        let hasMark = input.dropFirst().starts(with: [0xFE, 0xFF]) || input.dropFirst().starts(with: [0xFF, 0xFE])
        return !isOther && !hasMark && !input.dropFirst().contains { $0 == 0 || $0 == 0x1B }
    }

    private static func count(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 + ($1 == byte ? 1 : 0) }
    }
}
