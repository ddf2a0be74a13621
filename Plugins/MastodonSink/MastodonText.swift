import FeedPosting

/// Text of feeds in a status, which is plain text in which Mastodon looks for names, tags and addresses.
enum MastodonText {
    /// Returns one line of text in which Mastodon finds nothing. An invisible word joiner (U+2060) stands behind each `@`
    /// and `#`, so that no title notifies anybody or stands in the list of a tag, and before each `://`, so that none
    /// makes a link (mastodon/mastodon, `Account::MENTION_RE`, `Tag::HASHTAG_RE`).
    static func escaped(_ text: String) -> String {
        var result = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if rest.starts(with: "://".unicodeScalars) { result.unicodeScalars.append(joiner) }
            result.unicodeScalars.append(scalar)
            if scalar == "@" || scalar == "#" || scalar == "＃" { result.unicodeScalars.append(joiner) }
            rest.removeFirst()
        }
        return result
    }

    /// Returns an address that Mastodon takes for one link: brackets are percent-encoded, because an unbalanced one ends
    /// it, and so is an `@` that would mention somebody (one behind a letter, a digit, `_` or `/` does not). A fragment
    /// that would be a tag is left out: it is none behind a letter, a digit or `/`.
    static func address(_ address: String) -> String {
        var bytes: [UInt8] = []
        for byte in MarkdownText.destination(address).utf8 {
            if byte == UInt8(ascii: "#"), let before = bytes.last, before == UInt8(ascii: "_") || !hidesMention(before)
            {
                break
            }
            if byte == UInt8(ascii: "@"), let before = bytes.last, !hidesMention(before) {
                bytes.append(contentsOf: "%40".utf8)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the length of a status as Mastodon counts it: characters as people see them (grapheme clusters), and 23 for
    /// each address (mastodon/mastodon, `StatusLengthValidator`). An address begins a line, behind blanks.
    static func length(_ text: String) -> Int {
        var length = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let indent = line.prefix { $0 == " " }.count
            let content = line.dropFirst(indent)
            let isAddress = content.hasPrefix("https://") || content.hasPrefix("http://")
            length += indent + (isAddress ? reservedForAddress : content.count) + 1
        }
        return length - 1
    }

    /// `characters_reserved_per_url`.
    private static let reservedForAddress = 23
    private static let joiner: Unicode.Scalar = "\u{2060}"

    private static func hidesMention(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "/"): true
        default: false
        }
    }
}

extension String {
    /// Returns the beginning of the text, at most `most` characters (grapheme clusters), with an ellipsis if it was cut.
    func cut(characters most: Int) -> String {
        guard count > most else { return self }
        return most > 0 ? String(prefix(most - 1)) + "…" : ""
    }
}
