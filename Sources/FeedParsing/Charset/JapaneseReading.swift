/// Rates how well a document's bytes read as a Japanese encoding of two bytes per character.
struct JapaneseReading {
    /// Characters of two bytes, and how many of them directly follow another.
    private var pairs = 0
    private var neighbours = 0
    /// Hiragana and full-width katakana.
    private var kana = 0
    /// Characters of the first level of JIS X 0208, which most text consists of.
    private var common = 0
    /// Half-width katakana.
    private var narrow = 0
    private var errors = 0

    /// The Japanese encoding in which `bytes` read best; nil if they make sense in neither.
    static func best(of bytes: UnsafeBufferPointer<UInt8>) -> Encoding? { choose(bytes, by: \.score) }

    /// Like `best`, but nil if a text of another language can have these bytes.
    static func certain(of bytes: UnsafeBufferPointer<UInt8>) -> Encoding? { choose(bytes, by: \.certainty) }

    /// Characters of a text, at most, that needs no kana to count as Japanese.
    private static let longestHeading = 40

    private static func choose(_ bytes: UnsafeBufferPointer<UInt8>, by value: (JapaneseReading) -> Int) -> Encoding? {
        let shiftJIS = value(JapaneseReading(shiftJIS: bytes))
        let eucJP = value(JapaneseReading(eucJP: bytes))
        guard max(shiftJIS, eucJP) > 0 else { return nil }
        return eucJP > shiftJIS ? .eucJP : .shiftJIS
    }

    /// Whether at least a fifth of the text would be errors. Nobody writes such a text in this encoding.
    var isAbsurd: Bool { errors >= 8 && errors * 4 > pairs + narrow }

    /// How plausible the reading is; 0 if it is impossible.
    private var score: Int {
        guard pairs > 0, errors * 20 <= pairs else { return 0 }
        // Short texts without kana are names and headings: common characters in a row.
        let isHeading = pairs <= Self.longestHeading && common * 5 >= pairs * 4 && neighbours * 2 >= pairs
        let isText = kana > 0 ? kana * 20 >= pairs : isHeading
        guard isText else { return 0 }
        return max(kana * 4 + common * 2 - narrow * 2 - (pairs - kana - common) * 2 - errors * 20, 0)
    }

    /// The score; 0 unless there are many kana, or rows of nearly only common characters with some kana. No text of
    /// another language has these: Western letters beyond ASCII stand alone.
    private var certainty: Int {
        let isText = pairs >= 6 && neighbours * 2 >= pairs && kana > 0 && (kana + common) * 10 >= pairs * 8
        return isText || (kana >= 8 && kana * 6 >= pairs) ? score : 0
    }

    /// Whether the text has kana in this Japanese encoding. No heading of another language has them.
    static func hasKana(_ bytes: UnsafeBufferPointer<UInt8>, _ encoding: Encoding) -> Bool {
        switch encoding {
        case .shiftJIS: JapaneseReading(shiftJIS: bytes).kana > 0
        case .eucJP: JapaneseReading(eucJP: bytes).kana > 0
        default: false
        }
    }

    init(shiftJIS bytes: UnsafeBufferPointer<UInt8>) {
        var (index, lastEnd) = (0, -1)
        while index < bytes.count {
            let lead = bytes[index]
            index += 1
            guard lead >= 0x80 else { continue }
            guard !(0xA1...0xDF ~= lead) else {
                narrow += 1
                continue
            }
            guard lead != 0x80, lead != 0xA0, lead < 0xFD, index < bytes.count,
                0x40...0xFC ~= bytes[index], bytes[index] != 0x7F
            else {
                errors += 1
                continue
            }
            let trail = bytes[index]
            index += 1
            count(isNeighbour: index - 2 == lastEnd)
            lastEnd = index
            switch lead {
            case 0x82 where trail >= 0x9F, 0x83 where trail <= 0x96, 0x81 where trail == 0x5B: kana += 1
            case 0x81...0x82, 0x88...0x97: common += 1
            default: break
            }
        }
    }

    init(eucJP bytes: UnsafeBufferPointer<UInt8>) {
        var (index, lastEnd) = (0, -1)
        while index < bytes.count {
            let lead = bytes[index]
            index += 1
            guard lead >= 0x80 else { continue }
            guard lead == 0x8E || lead == 0x8F || 0xA1...0xFE ~= lead, index < bytes.count, bytes[index] >= 0xA1
            else {
                errors += 1
                continue
            }
            let trail = bytes[index]
            index += 1
            if lead == 0x8E {
                narrow += 1
                continue
            }
            if lead == 0x8F, index < bytes.count, bytes[index] >= 0xA1 { index += 1 }
            count(isNeighbour: index - 2 == lastEnd)
            lastEnd = index
            switch lead {
            case 0xA4 where trail <= 0xF3, 0xA5 where trail <= 0xF6, 0xA1 where trail == 0xBC: kana += 1
            case 0xA1, 0xA3, 0xB0...0xCF: common += 1
            default: break
            }
        }
    }

    private mutating func count(isNeighbour: Bool) {
        pairs += 1
        if isNeighbour { neighbours += 1 }
    }
}
