/// Checks the labels of a document against its bytes, and guesses the encoding if no label fits.
struct EncodingEvidence {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let isValidUTF8: Bool
    private let hasEscapes: Bool
    private let isASCII: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>, isValidUTF8: Bool) {
        self.bytes = bytes
        self.isValidUTF8 = isValidUTF8
        hasEscapes = ISO2022JPDecoder.hasEscapes(bytes)
        isASCII = isValidUTF8 && !bytes.contains { $0 >= 0x80 }
    }

    /// The first of `labels` that the bytes do not prove wrong; else the best guess.
    func encoding(labelled labels: [Encoding]) -> Encoding {
        if isASCII { return hasEscapes ? .iso2022JP : labels.first ?? .utf8 }
        if isValidUTF8 {
            guard let label = labels.first, label != .utf8 else { return .utf8 }
            // In a multi-byte encoding, valid two-byte characters of UTF-8 can be a coincidence.
            return label.isMultiByte && UTF8Shape(bytes).longCharacters == 0 ? label : .utf8
        }
        if labels.first != .utf8, UTF8Shape.isCertain(bytes) { return .utf8 }
        return labels.first(where: isPossible) ?? guess
    }

    /// Bytes that are read to confirm a label.
    private static let sample = 64 << 10

    private func isPossible(_ label: Encoding) -> Bool {
        let sample = UnsafeBufferPointer(rebasing: bytes.prefix(Self.sample))
        switch label {
        case .utf8: return UTF8Shape(bytes).isMostlyUTF8 && JapaneseReading.best(of: bytes) == nil
        case .iso2022JP: return hasEscapes
        case .shiftJIS:
            return JapaneseReading.best(of: sample).map { $0 == label } ?? !JapaneseReading(shiftJIS: sample).isAbsurd
        case .eucJP:
            return JapaneseReading.best(of: sample).map { $0 == label } ?? !JapaneseReading(eucJP: sample).isAbsurd
        // Servers also send this label, or its alias ISO-8859-1, for documents of unknown encoding.
        case .windows1252:
            return JapaneseReading.certain(of: sample) == nil && ChineseKoreanReading.certain(of: sample) == nil
                && CyrillicGreekReading.certain(of: sample) == nil
        default: return true
        }
    }

    private var guess: Encoding {
        if let continental = ChineseKoreanReading.certain(of: bytes) { return continental }
        if let japanese = JapaneseReading.best(of: bytes) { return japanese }
        if UTF8Shape(bytes).isMostlyUTF8 { return .utf8 }
        return CyrillicGreekReading.certain(of: bytes) ?? .windows1252
    }
}
