import Glibc

/// Repairs UTF-8 whose bytes were taken for windows-1252 or Latin-1 and encoded again: `Ã©` for `é`, `â€™` for `’`.
///
/// Feeds mix it with correct text, so each sequence is checked by itself. It is repaired only if no author can have
/// meant it: French writes `é »`, Portuguese `“AMANHÃ”`, a camera's leaflet `24 × 36`. An entry about encodings stays
/// as it is, because it shows such sequences on purpose.
struct DoublyEncoded {
    /// The repaired text and the number of repaired characters; nil if nothing was wrong. `text` is valid UTF-8.
    static func mended(_ text: UnsafeBufferPointer<UInt8>) -> (utf8: [UInt8], count: Int)? {
        var mended: [UInt8] = []
        var (copied, index, count) = (0, 0, 0)
        while let place = firstSequence(in: text, from: index) {
            // The entry around a sequence decides whether it is on purpose.
            let part = EntryPart.around(place, from: index, in: text)
            index = part.upperBound
            let certain = DoublyEncoded(text, part).certain
            guard !certain.isEmpty, !EncodingMention.isIn(text, part) else { continue }
            for sequence in certain {
                mended += text[copied..<sequence.range.lowerBound]
                mended += UTF8.encode(sequence.character) ?? UTF8.encodedReplacementCharacter
                copied = sequence.range.upperBound
            }
            count += certain.count
        }
        return count > 0 ? (mended + text[copied...], count) : nil
    }

    private static func firstSequence(in text: UnsafeBufferPointer<UInt8>, from index: Int) -> Int? {
        var index = index
        while let place = lead(in: text, from: index, to: text.count) {
            if sequence(in: text, at: place) != nil { return place }
            index = place + 2
        }
        return nil
    }

    /// The position of the next letter that can be the first byte of a multi-byte character.
    private static func lead(in text: UnsafeBufferPointer<UInt8>, from index: Int, to end: Int) -> Int? {
        guard let start = text.baseAddress else { return nil }
        var index = index
        while index < end, let found = memchr(start + index, 0xC3, end - index) {
            let place = UnsafeRawPointer(found) - UnsafeRawPointer(start)
            if place + 1 < end, 0x82...0xB4 ~= text[place + 1] { return place }
            index = place + 1
        }
        return nil
    }

    /// A character whose UTF-8 bytes stand in the text as characters.
    private struct Encoded {
        let range: Range<Int>
        let character: Unicode.Scalar
        let lead: UInt8
        let second: UInt8

        /// Bytes of the character in UTF-8.
        var count: Int { lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4 }
    }

    private let text: UnsafeBufferPointer<UInt8>
    private let part: Range<Int>
    private var sequences: [Encoded] = []

    private init(_ text: UnsafeBufferPointer<UInt8>, _ part: Range<Int>) {
        self.text = text
        self.part = part
        var index = part.lowerBound
        while let place = Self.lead(in: text, from: index, to: part.upperBound) {
            if let sequence = Self.sequence(in: text, at: place) {
                sequences.append(sequence)
                index = sequence.range.upperBound
            } else {
                index = place + 2
            }
        }
    }

    /// The character whose first byte stands as a letter at `place`, or nil.
    private static func sequence(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Encoded? {
        let lead = 0xC0 | text[place + 1] & 0x3F
        let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        var value = UInt32(lead) & (count == 2 ? 0x1F : count == 3 ? 0x0F : 0x07)
        var (end, second) = (place + 2, UInt8(0))
        for index in 1..<count {
            guard let tail = WindowsCharacter.lowByte(of: text, at: end), tail.byte < 0xC0 else { return nil }
            if index == 1 { second = tail.byte }
            value = value << 6 | UInt32(tail.byte & 0x3F)
            end += tail.length
        }
        // Excludes controls, U+FFFD, the byte order mark, noncharacters and overlong forms.
        guard let character = Unicode.Scalar(value), value >= 0xA0, value != 0xFFFD, value != 0xFEFF,
            value & 0xFFFE != 0xFFFE, UTF8.width(character) == count
        else { return nil }
        return Encoded(range: place..<end, character: character, lead: lead, second: second)
    }

    /// The sequences to repair: the clear ones, and the likely ones, too, if the clear ones outnumber other characters.
    private var certain: [Encoded] {
        let clear = sequences.indices.filter(isClear)
        guard !clear.isEmpty else { return [] }
        guard clear.count < sequences.count, clear.count > soundCharacters else { return clear.map { sequences[$0] } }
        return sequences.indices.filter { isClear($0) || isLikely($0) }.map { sequences[$0] }
    }

    /// Characters beyond ASCII outside of every sequence.
    private var soundCharacters: Int {
        var (index, count) = (part.lowerBound, 0)
        for sequence in sequences + [nil] {
            let end = sequence?.range.lowerBound ?? part.upperBound
            count += text[index..<end].reduce(0) { $0 + ($1 >= 0xC0 ? 1 : 0) }
            index = sequence?.range.upperBound ?? end
        }
        return count
    }

    /// Whether no text of any language has these characters in a row.
    private func isClear(_ index: Int) -> Bool {
        let (lead, second) = (sequences[index].lead, sequences[index].second)
        switch lead {
        // `Â` before a sign.
        case 0xC2: return true
        // `Ã` before a sign that never follows a word.
        case 0xC3: return !Self.signsBehindWords.contains(second)
        // Dashes, quotation marks, arrows, signs: `â€`, `â„`, `âœ`.
        case 0xE2: return second < 0xA0
        // Emoji: `ðŸ`.
        case 0xF0: return second == 0x9F
        // Other scripts: several characters in a row.
        case 0xE0...0xEF: return neighbours(of: index) >= 1
        default: return neighbours(of: index) >= 2
        }
    }

    /// Whether a sequence counts as an error in a text that has clear ones.
    private func isLikely(_ index: Int) -> Bool { sequences[index].lead <= 0xD1 }

    /// Sequences of the same length directly before and behind this one, at most two on each side.
    private func neighbours(of index: Int) -> Int {
        func isJoined(_ left: Int, _ right: Int) -> Bool {
            sequences.indices.contains(left) && sequences.indices.contains(right)
                && sequences[left].range.upperBound == sequences[right].range.lowerBound
                && sequences[left].count == sequences[right].count
        }
        var (first, last) = (index, index)
        while index - first < 2, isJoined(first - 1, first) { first -= 1 }
        while last - index < 2, isJoined(last, last + 1) { last += 1 }
        return last - first
    }

    /// Signs that may follow a word, as windows-1252 bytes: ‚ „ … ‹ ‘ ’ “ ” • – — ™ › no-break space « soft hyphen ®
    /// » ·
    private static let signsBehindWords: Set<UInt8> = [
        0x82, 0x84, 0x85, 0x8B, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0x9B, 0xA0, 0xAB, 0xAD, 0xAE, 0xB7,
        0xBB,
    ]
}

/// The entry around a position, or the text between two entries; a piece of at most about 1 MiB.
private enum EntryPart {
    private static let longest = 1 << 20

    /// The part around `place`; it begins at `start` or later.
    static func around(_ place: Int, from start: Int, in text: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        guard let base = text.baseAddress else { return place..<place }
        var first = place
        while first > start, !beginsEntry(text, first) {
            first = text[start..<first].lastIndex(of: UInt8(ascii: "<")) ?? start
        }
        var end = place + 1
        while end < text.count, !beginsEntry(text, end) {
            let last = min(text.count, place + longest)
            if end < last {
                let tag = memchr(base + end + 1, lessThan, last - end - 1)
                end = tag.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? last
            } else {
                // A part does not end inside a row of characters beyond ASCII.
                guard text[end] >= 0x80 else { break }
                end += 1
            }
        }
        return first..<end
    }

    private static let lessThan = Int32(UInt8(ascii: "<"))

    private static func beginsEntry(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        guard text[index] == UInt8(ascii: "<"), index + 6 < text.count else { return false }
        let name = text[(index + 1)...].prefix(5)
        return name.elementsEqual("entry".utf8) || name.prefix(4).elementsEqual("item".utf8)
    }
}

/// Finds texts about text encodings.
private enum EncodingMention {
    private static let words = [
        "mojibake", "unicode", "encoding", "utf-8", "utf8", "latin-1", "latin1", "8859-", "windows-1252", "cp1252",
        "charset", "character set", "文字化け", "文字コード", "乱码", "кодировк", "zeichensatz", "zeichenkodierung",
        "codificación",
        "codificação", "encodage", "kodowani",
    ].map { Array($0.utf8) }

    /// The words by their first byte, with both cases of ASCII letters.
    private static let byFirst: [[[UInt8]]] = (0..<256).map { first in
        words.filter { Int($0[0]) == first || (0x41...0x5A ~= first && Int($0[0]) == first | 0x20) }
    }

    private static let isFirst = byFirst.map { !$0.isEmpty }

    static func isIn(_ text: UnsafeBufferPointer<UInt8>, _ part: Range<Int>) -> Bool {
        isFirst.withUnsafeBufferPointer { isIn(text, part, $0) }
    }

    private static func isIn(
        _ text: UnsafeBufferPointer<UInt8>, _ part: Range<Int>, _ isFirst: UnsafeBufferPointer<Bool>
    ) -> Bool {
        // An XML declaration does not count as a mention.
        var index = part.lowerBound
        if text[part].starts(with: "<?xml".utf8) {
            index = text[part].firstIndex(of: UInt8(ascii: ">")) ?? part.upperBound
        }
        while index < part.upperBound {
            defer { index += 1 }
            guard isFirst[Int(text[index])] else { continue }
            let candidates = byFirst[Int(text[index])]
            let rest = UnsafeBufferPointer(rebasing: text[index..<part.upperBound])
            guard let word = candidates.first(where: { begins(rest, with: $0) }) else { continue }
            // `charset="utf-8"` and the like do not count either: they stand in scripts and markup.
            let next = word.count < rest.count ? rest[word.count] : 0
            let before = index > 0 ? text[index - 1] : 0
            if next != UInt8(ascii: "="), !"=\"';/-".utf8.contains(before) { return true }
        }
        return false
    }

    /// Whether `text` begins with `word` (lower case), in any case of its ASCII letters.
    private static func begins(_ text: UnsafeBufferPointer<UInt8>, with word: [UInt8]) -> Bool {
        text.count >= word.count
            && word.indices.allSatisfy {
                text[$0] == word[$0] || (text[$0] &- 0x41 < 26 && text[$0] | 0x20 == word[$0])
            }
    }
}
