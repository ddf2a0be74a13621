/// What a document is by how it begins.
enum DocumentStart {
    case empty
    case json
    case html
    case text
    /// Where the XML begins behind blanks, junk and its declaration, and how many bytes of junk stood before it.
    case xml(start: Int, junk: Int)

    init(_ text: ArraySlice<UInt8>) {
        guard let first = text.firstIndex(where: { $0 > 0x20 }) else {
            self = .empty
            return
        }
        switch text[first] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
        case UInt8(ascii: "<"): self = Self.markup(text, at: first, junk: first - text.startIndex)
        default:
            guard let start = Self.feedStart(text, from: first) else {
                self = .text
                return
            }
            self = Self.markup(text, at: start, junk: start - text.startIndex)
        }
    }

    /// How far junk before a feed may reach, in bytes.
    private static let longestJunk = 64 << 10

    /// The first tag that can begin a feed.
    private static func feedStart(_ text: ArraySlice<UInt8>, from first: Int) -> Int? {
        let end = min(text.endIndex, first + longestJunk)
        return text[first..<end].indices.first { index in
            text[index] == UInt8(ascii: "<")
                && ["<?xml", "<rss", "<feed", "<rdf:", "<channel", "<!--", "<!doctype"].contains {
                    begins(text, at: index, $0)
                }
        }
    }

    private static func markup(_ text: ArraySlice<UInt8>, at first: Int, junk: Int) -> DocumentStart {
        if begins(text, at: first, "<!doctype html") || begins(text, at: first, "<html") { return .html }
        guard begins(text, at: first, "<?xml") else { return .xml(start: first, junk: junk) }
        // The declaration has had its say: the text is UTF-8 now.
        var end = first
        while end + 1 < text.endIndex,
            text[end] != UInt8(ascii: "?") || text[end + 1] != UInt8(ascii: ">") || end < first + 2
        {
            if text[end] == UInt8(ascii: "<"), end > first { return .xml(start: end, junk: junk) }
            end += 1
        }
        let start = min(end + 2, text.endIndex)
        let isPage = text[start...].firstIndex { $0 > 0x20 }.map { index in
            begins(text, at: index, "<!doctype html") || begins(text, at: index, "<html")
        }
        return isPage == true ? .html : .xml(start: start, junk: junk)
    }

    /// Whether `word` (lower case) stands at `index` in any case.
    private static func begins(_ text: ArraySlice<UInt8>, at index: Int, _ word: String) -> Bool {
        let piece = text[index...].prefix(word.utf8.count)
        return piece.count == word.utf8.count
            && zip(piece, word.utf8).allSatisfy { ($0 &- 0x41 < 26 ? $0 | 0x20 : $0) == $1 }
    }
}

/// Documents that are no text at all, by their first bytes.
enum BinaryGuess {
    private static let beginnings: [(bytes: [UInt8], name: String)] = [
        ([0x1F, 0x8B], "gzip"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), (Array("PK\u{03}\u{04}".utf8), "ZIP archive"),
        (Array("%PDF-".utf8), "PDF"), ([0x89, 0x50, 0x4E, 0x47], "PNG image"), ([0xFF, 0xD8, 0xFF], "JPEG image"),
        (Array("GIF8".utf8), "GIF image"), (Array("ID3".utf8), "MP3"), ([0x7F, 0x45, 0x4C, 0x46], "program"),
    ]

    static func name(_ bytes: [UInt8]) -> String? {
        beginnings.first { bytes.starts(with: $0.bytes) }?.name
    }
}
