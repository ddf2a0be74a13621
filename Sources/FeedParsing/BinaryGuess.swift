import FeedMessages

/// Names formats that are not text by the first bytes of a document.
enum BinaryGuess {
    private static let beginnings: [(bytes: [UInt8], name: LocalizedText)] = [
        ([0x1F, 0x8B], "gzip"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"),
        (Array("PK\u{03}\u{04}".utf8), .message("document.zip")),
        (Array("%PDF-".utf8), "PDF"), ([0x89, 0x50, 0x4E, 0x47], .message("document.png")),
        ([0xFF, 0xD8, 0xFF], .message("document.jpeg")),
        (Array("GIF8".utf8), .message("document.gif")), (Array("ID3".utf8), "MP3"),
        ([0x7F, 0x45, 0x4C, 0x46], .message("document.program")),
    ]

    static func name(_ bytes: [UInt8]) -> LocalizedText? {
        beginnings.first { bytes.starts(with: $0.bytes) }?.name
    }

    /// Names text that is no feed: binary if over 5 % of its first KiB are control characters or replacements.
    static func name(ofText text: ArraySlice<UInt8>) -> LocalizedText {
        let start = text.prefix(1024)
        let odd = start.reduce(0) { count, byte in
            // Tab to carriage return and escape (ISO-2022-JP) occur in texts; EF is the first byte of U+FFFD.
            let isControl = byte < 0x20 && !(0x09...0x0D).contains(byte) && byte != 0x1B
            return count + (isControl || byte == 0x7F || byte == 0xEF ? 1 : 0)
        }
        return odd * 20 > start.count ? .message("document.binary") : .message("document.plain_text")
    }
}
