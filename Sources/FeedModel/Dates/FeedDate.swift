/// Reads the dates of feeds, which keep to no rule: RFC 822 and 3339 with their cousins and errors, 12-hour clocks,
/// month names of many languages, Japanese, Chinese and Korean dates, bare numbers.
///
/// What names no moment gives nil; nothing rolls over (there is no 32 January), and where day and month cannot be told
/// apart (01/02/2024) there is no date. A time without a zone is UTC. Numbers of nine, ten or thirteen figures are
/// seconds or milliseconds since 1970: feeds were seen with them.
public enum FeedDate {
    /// The moment that `text` names, or nil.
    public static func parse(_ text: String) -> Timestamp? { read(text)?.moment }

    /// The moment that `text` names and the offset that it was written with, or nil.
    public static func read(_ text: String) -> WrittenDate? {
        var text = text
        return text.withUTF8 { read($0) }
    }

    /// Seconds east of UTC that a zone's name or abbreviation in dates stands for, in lower case; or nil.
    package static func offset(ofZoneNamed name: String) -> Int? {
        var name = name
        let word = name.withUTF8 { FeedDateWord($0) }
        if case .zone(let seconds) = word { return seconds }
        return nil
    }

    /// The date that UTF-8 bytes name, or nil.
    package static func read(_ utf8: UnsafeBufferPointer<UInt8>) -> WrittenDate? {
        if let date = PlainDate.parse(utf8) { return date }
        guard utf8.count <= longest else { return nil }
        guard utf8.contains(where: { $0 == 0xEF }) else { return readSlowly(utf8) }
        return narrowed(utf8).withUnsafeBufferPointer { readSlowly($0) }
    }

    /// Longer texts are no dates.
    private static let longest = 256

    private static func readSlowly(_ utf8: UnsafeBufferPointer<UInt8>) -> WrittenDate? {
        var reader = FeedDateReader(utf8)
        return reader.read()
    }

    /// Full-width figures and signs (U+FF01 to U+FF5E) as ASCII.
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
