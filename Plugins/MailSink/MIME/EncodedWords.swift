import FeedSystem

/// Text in the header of a letter, which has only ASCII (RFC 2047).
enum EncodedWords {
    /// Returns whether a text on one line may stand in a header as it is: it has visible ASCII and spaces alone, and
    /// nothing that a reader would decode.
    static func isPlain(_ text: String) -> Bool {
        var previous = UInt8(ascii: " ")
        for byte in text.utf8 {
            guard (0x20...0x7E).contains(byte), previous != UInt8(ascii: "=") || byte != UInt8(ascii: "?") else {
                return false
            }
            previous = byte
        }
        return true
    }

    /// Returns a text as words in UTF-8 and base64, to be folded between them. A reader joins them without the space.
    ///
    /// No character is divided, unless it alone is longer than a word: then no scalar is.
    ///
    /// - Parameter first: the most bytes of the first word, which stands behind the field's name; at least 24.
    static func words(of text: String, first: Int) -> [String] {
        var words: [String] = []
        var pending = ""
        var room = octets(in: max(24, first))
        func end() {
            words.append(prefix + Base64.encode(Array(pending.utf8)) + suffix)
            pending = ""
            room = octets(in: longest)
        }
        func append(_ piece: String) {
            if pending.utf8.count + piece.utf8.count > room, !pending.isEmpty { end() }
            pending += piece
        }
        for character in text {
            if character.utf8.count <= octets(in: longest) {
                append(String(character))
            } else {
                for scalar in character.unicodeScalars { append(String(scalar)) }
            }
        }
        if !pending.isEmpty || words.isEmpty { end() }
        return words
    }

    /// The most bytes of a word (RFC 2047 §2).
    static let longest = 75
    private static let prefix = "=?UTF-8?B?"
    private static let suffix = "?="

    /// How many bytes of text a word of this length has.
    private static func octets(in length: Int) -> Int {
        (min(length, longest) - prefix.utf8.count - suffix.utf8.count) / 4 * 3
    }
}
