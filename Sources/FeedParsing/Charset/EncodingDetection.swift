/// Which encoding a document has: byte order mark, HTTP header, XML declaration, in this order (RFC 7303 §3), and where
/// none says or the bytes prove it wrong, a guess.
struct EncodingDetection {
    var encoding: Encoding
    /// Length of the byte order mark.
    var markLength = 0
    /// Whether the bytes are known to be valid UTF-8.
    private(set) var isValidUTF8 = false
    /// Whether a label was wrong or unknown.
    var isGuessed = false

    init(_ bytes: UnsafeBufferPointer<UInt8>, contentType: String?) {
        if let mark = Self.byteOrderMark(bytes) {
            (encoding, markLength) = mark
            return
        }
        if let wide = Self.wideWithoutMark(bytes) {
            encoding = wide
            return
        }
        let label = contentType.flatMap(Self.charset) ?? Self.declaration(bytes)
        let named = label.flatMap { Encoding(label: $0) }
        isGuessed = label != nil && named == nil
        // What begins with plain ASCII is no UTF-16, whatever the label.
        let claimed = named?.isASCIICompatible == true ? named : nil
        if claimed == nil || claimed == .utf8, Self.isValid(bytes) {
            encoding = .utf8
            isValidUTF8 = true
        } else {
            encoding = Self.judged(claimed, bytes) ?? .utf8
        }
        if let named, named != encoding { isGuessed = true }
    }

    /// Quicker than looking at the shape, which only doubtful bytes need.
    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        do {
            _ = try UTF8Span(validating: Span(_unsafeElements: bytes))
            return true
        } catch {
            return false
        }
    }

    private static func byteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>) -> (Encoding, Int)? {
        func starts(_ mark: [UInt8]) -> Bool { bytes.starts(with: mark) }
        if starts([0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if starts([0xFF, 0xFE, 0, 0]) { return (.utf32(bigEndian: false), 4) }
        if starts([0, 0, 0xFE, 0xFF]) { return (.utf32(bigEndian: true), 4) }
        if starts([0xFF, 0xFE]) { return (.utf16(bigEndian: false), 2) }
        if starts([0xFE, 0xFF]) { return (.utf16(bigEndian: true), 2) }
        return nil
    }

    /// XML 1.0 appendix F: zeros around the first character, which is ASCII.
    private static func wideWithoutMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Encoding? {
        guard bytes.count >= 4 else { return nil }
        return switch (bytes[0] == 0, bytes[1] == 0, bytes[2] == 0, bytes[3] == 0) {
        case (false, true, true, true): .utf32(bigEndian: false)
        case (true, true, true, false): .utf32(bigEndian: true)
        case (false, true, false, true): .utf16(bigEndian: false)
        case (true, false, true, false): .utf16(bigEndian: true)
        default: nil
        }
    }

    /// The `charset` parameter of a `Content-Type`.
    static func charset(_ contentType: String) -> String? {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let pair = parameter.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, trimmed(pair[0]).lowercased() == "charset" else { continue }
            let value = trimmed(pair[1])
            return value.isEmpty ? nil : value
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.filter { !" \t\"'".contains($0) })
    }

    /// The label in `<?xml … encoding="…"?>`, looked for in the first KiB.
    static func declaration(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let head = String(decoding: bytes.prefix(1024).map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self)
        guard let start = head.firstRange(of: "<?xml"), let end = head[start.upperBound...].firstRange(of: "?>"),
            let name = head[start.upperBound..<end.lowerBound].firstRange(of: "encoding")
        else { return nil }
        let rest = head[name.upperBound..<end.lowerBound].drop { " \t\r\n=".contains($0) }
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
        let label = rest.dropFirst().prefix { $0 != quote }
        return label.isEmpty ? nil : String(label)
    }

    /// `claimed` unless the bytes prove it wrong.
    private static func judged(_ claimed: Encoding?, _ bytes: UnsafeBufferPointer<UInt8>) -> Encoding? {
        if claimed == .iso2022JP { return claimed }
        let shape = UTF8Shape(bytes)
        if shape.isValid {
            guard case .iconv(_, let isMultiByte) = claimed else { return claimed }
            // Two-byte characters alone can be a coincidence in a multi-byte encoding.
            let isProof = isMultiByte ? shape.longCharacters > 0 : shape.longCharacters + shape.pairs > 0
            return isProof ? .utf8 : claimed
        }
        if let claimed, claimed != .utf8 { return claimed }
        // Long characters hardly come about by chance; pairs do.
        let isMostlyUTF8 = shape.longCharacters > shape.errors / 8 || shape.pairs > shape.errors
        return isMostlyUTF8 ? .utf8 : LegacyGuess.encoding(of: bytes)
    }
}

/// How much of a text looks like UTF-8.
struct UTF8Shape {
    /// Valid characters of two bytes, and of three or four.
    private(set) var pairs = 0
    private(set) var longCharacters = 0
    /// Bytes that are no part of a character.
    private(set) var errors = 0

    var isValid: Bool { errors == 0 }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < bytes.count {
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            let length = Self.length(bytes, at: index)
            switch length {
            case 0: errors += 1
            case 2: pairs += 1
            default: longCharacters += 1
            }
            index += max(length, 1)
        }
    }

    /// Bytes of the valid character beyond ASCII at `index`; 0 if there is none (Unicode table 3-7).
    static func length(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        func isTail(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            index + offset < bytes.count && range.contains(bytes[index + offset])
        }
        switch bytes[index] {
        case 0xC2...0xDF: return isTail(1) ? 2 : 0
        case 0xE0: return isTail(1, 0xA0...0xBF) && isTail(2) ? 3 : 0
        case 0xED: return isTail(1, 0x80...0x9F) && isTail(2) ? 3 : 0
        case 0xE1...0xEF: return isTail(1) && isTail(2) ? 3 : 0
        case 0xF0: return isTail(1, 0x90...0xBF) && isTail(2) && isTail(3) ? 4 : 0
        case 0xF4: return isTail(1, 0x80...0x8F) && isTail(2) && isTail(3) ? 4 : 0
        case 0xF1...0xF3: return isTail(1) && isTail(2) && isTail(3) ? 4 : 0
        default: return 0
        }
    }
}

/// A guess for bytes that are no UTF-8 and that nobody labelled: Japanese by its kana, else Western European.
enum LegacyGuess {
    static func encoding(of bytes: UnsafeBufferPointer<UInt8>) -> Encoding {
        if let kana = kana(bytes, leads: 0xA4...0xA5, tails: { $0 >= 0xA1 }, isLead: { $0 >= 0xA1 }), kana > 0 {
            return .iconv(name: .eucJP, isMultiByte: true)
        }
        let isShiftJISLead: (UInt8) -> Bool = { 0x81...0x9F ~= $0 || 0xE0...0xFC ~= $0 }
        if let kana = kana(bytes, leads: 0x82...0x83, tails: { $0 >= 0x40 && $0 != 0x7F }, isLead: isShiftJISLead),
            kana > 0
        {
            return .iconv(name: .cp932, isMultiByte: true)
        }
        return .windows1252
    }

    /// Pairs whose first byte is one of `leads`; nil if the bytes do not fit the scheme at all.
    private static func kana(
        _ bytes: UnsafeBufferPointer<UInt8>, leads: ClosedRange<UInt8>, tails: (UInt8) -> Bool,
        isLead: (UInt8) -> Bool
    ) -> Int? {
        var (index, kana, single) = (0, 0, 0)
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte >= 0x80 else { continue }
            guard isLead(byte) else {
                single += 1
                continue
            }
            guard index < bytes.count, tails(bytes[index]) else { return nil }
            if leads.contains(byte) { kana += 1 }
            index += 1
        }
        return single > kana ? nil : kana
    }
}
