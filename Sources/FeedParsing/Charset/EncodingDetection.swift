import FeedModel

/// Detects a document's encoding by byte order mark, HTTP header and XML declaration, in this order (RFC 7303 §3).
/// Without a label, or if the bytes prove the label wrong, it guesses.
struct EncodingDetection {
    private(set) var encoding: Encoding
    /// Bytes of the byte order mark.
    private(set) var markLength = 0
    /// Whether everything behind the byte order mark is valid UTF-8.
    private(set) var isValidUTF8 = false
    /// Whether a label was wrong or unknown.
    private(set) var isGuessed = false
    /// Whether there was no label, and neither kana nor escapes confirm the guess.
    private(set) var isUndeclared = false
    /// Whether the bytes contradict windows-1252, but fit no other encoding.
    private(set) var isDoubtful = false

    init(_ bytes: UnsafeBufferPointer<UInt8>, contentType: String?) {
        if let mark = Self.byteOrderMark(bytes) {
            (encoding, markLength) = mark
            isValidUTF8 =
                encoding == .utf8 && UTF8Validation.isValid(UnsafeBufferPointer(rebasing: bytes.dropFirst(markLength)))
            return
        }
        if let wide = Self.wideWithoutMark(bytes) {
            encoding = wide
            return
        }
        let http = contentType.flatMap { EncodingLabel.http($0) }
        let declared = EncodingLabel.declaration(bytes)
        let named = [http, declared].compactMap { $0.flatMap { Encoding(label: $0) } }
        // A document that begins with plain ASCII is not UTF-16, whatever the label says.
        let labels = named.filter(\.isASCIICompatible)
        isValidUTF8 = UTF8Validation.isValid(bytes)
        let hasEscapes = ISO2022JPDecoder.hasEscapes(bytes)
        if isValidUTF8, labels.first ?? .utf8 == .utf8, !hasEscapes {
            encoding = .utf8
        } else {
            let evidence = EncodingEvidence(bytes, isValidUTF8: isValidUTF8 || Self.isCutUTF8(bytes))
            encoding = evidence.encoding(labelled: labels)
            isValidUTF8 = isValidUTF8 && encoding == .utf8
        }
        isGuessed = http ?? declared != nil && named.first != encoding
        isDoubtful = encoding == .windows1252 && !isValidUTF8 && CyrillicGreekReading.isForeign(bytes)
        isUndeclared =
            http ?? declared == nil && encoding != .utf8 && !hasEscapes && !JapaneseReading.hasKana(bytes, encoding)
    }

    /// Whether the only error in UTF-8 is an incomplete character at the document's end.
    private static func isCutUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for length in 1...3 where length <= bytes.count && bytes[bytes.count - length] >= 0xC0 {
            let start = bytes.count - length
            let sequence = UTF8Shape.sequence(bytes, at: start)
            return !sequence.isCharacter && sequence.length == length
                && UTF8Validation.isValid(UnsafeBufferPointer(rebasing: bytes[..<start]))
        }
        return false
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

    /// Detects UTF-16 and UTF-32 by zeros around the first character, which is ASCII (XML 1.0 appendix F).
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
}
