/// Reads the dates of feeds: RFC 822, RFC 3339, their variants and errors, 12-hour clocks, month names of many
/// languages, Japanese, Chinese and Korean dates, and bare numbers.
///
/// A text that names no moment gives nil, and so does a text of more than 256 bytes. Dates do not roll over: 32 January
/// gives nil. A date whose day and month are ambiguous (01/02/2024) gives nil. A time without a zone is in UTC. A
/// number of 9 or 10 digits counts seconds since 1970, one of 13 digits milliseconds.
public enum FeedDate {
    /// Returns the moment that `text` names, or nil.
    public static func parse(_ text: String) -> Timestamp? { read(text)?.moment }

    /// Returns the moment that `text` names, with the offset that it was written with; or nil.
    public static func read(_ text: String) -> WrittenDate? {
        var text = text
        return text.withUTF8 { read($0) }
    }

    /// Returns the seconds east of UTC of a zone that a date names or abbreviates, in lower case; nil if it is unknown.
    package static func offset(ofZoneNamed name: String) -> Int? {
        var name = name
        let word = name.withUTF8 { FeedDateWord($0) }
        if case .zone(let seconds) = word { return seconds }
        return nil
    }

    /// Returns the date that UTF-8 bytes name, or nil.
    package static func read(_ utf8: UnsafeBufferPointer<UInt8>) -> WrittenDate? {
        if let date = PlainDate.parse(utf8) { return date }
        guard utf8.count <= longest else { return nil }
        guard utf8.contains(where: { $0 == 0xEF }) else { return readSlowly(utf8) }
        return narrowed(utf8).withUnsafeBufferPointer { readSlowly($0) }
    }

    /// Length limit of a date, in bytes.
    private static let longest = 256

    private static func readSlowly(_ utf8: UnsafeBufferPointer<UInt8>) -> WrittenDate? {
        var reader = FeedDateReader(utf8)
        return reader.read()
    }

    /// Returns the bytes with full-width digits and signs (U+FF01 to U+FF5E) in ASCII.
    private static func narrowed(_ utf8: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var narrow: [UInt8] = []
        var index = 0
        while index < utf8.count {
            if utf8[index] == 0xEF, index + 2 < utf8.count, utf8[index + 1] == 0xBC || utf8[index + 1] == 0xBD {
                narrow.append(utf8[index + 2] &- (utf8[index + 1] == 0xBC ? 0x60 : 0x20))
                index += 3
            } else {
                narrow.append(utf8[index])
                index += 1
            }
        }
        return narrow
    }
}
