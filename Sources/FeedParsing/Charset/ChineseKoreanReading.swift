/// Rates how well bytes read as Chinese or Korean in two bytes per character.
struct ChineseKoreanReading {
    /// The encoding of `bytes`, if it is certainly one of these.
    static func certain(of bytes: UnsafeBufferPointer<UInt8>) -> Encoding? {
        let double = ChineseKoreanReading(bytes, firstTrail: 0xA1)
        if double.isText {
            // Kana mean Japanese. Japanese headings can lack kana, so short texts need common characters, too.
            guard double.kana * 20 < double.pairs else { return nil }
            if double.hangul * 10 >= double.pairs * 7, double.isLong || double.korean * 8 >= double.pairs {
                return .eucKR
            }
            return double.isLong || double.chinese * 8 >= double.pairs ? .multiByte(.gb18030) : nil
        }
        let big5 = ChineseKoreanReading(bytes, firstTrail: 0x40)
        let isBig5 = big5.isText && big5.lowTrails * 8 >= big5.pairs && big5.big5 * 10 >= big5.pairs * 7
        return isBig5 ? .multiByte(.big5) : nil
    }

    private var pairs = 0
    private var neighbours = 0
    private var errors = 0
    /// Second bytes that are ASCII.
    private var lowTrails = 0
    /// Characters in the rows of kana, of Korean syllables, and of Big5's common characters and signs.
    private var kana = 0
    private var hangul = 0
    private var big5 = 0
    /// Characters of a common set, which makes up at least a tenth of any text.
    private var korean = 0
    private var chinese = 0

    private static let fewest = 8
    /// Errors after which counting stops, unless they are rare among the characters.
    private static let mostErrors = 32
    /// Characters of a heading, at most.
    private static let longestHeading = 40

    private var isText: Bool { pairs >= Self.fewest && errors * 20 <= pairs && neighbours * 2 >= pairs }
    private var isLong: Bool { pairs > Self.longestHeading }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, firstTrail: UInt8) {
        var (index, lastEnd) = (0, -1)
        // Western texts have an error at nearly every letter beyond ASCII.
        while index < bytes.count, errors < Self.mostErrors || errors * 20 <= pairs {
            let lead = bytes[index]
            index += 1
            guard lead >= 0x80 else { continue }
            guard 0xA1...0xFE ~= lead, index < bytes.count,
                bytes[index] >= firstTrail, bytes[index] < 0x7F || 0xA1...0xFE ~= bytes[index]
            else {
                errors += 1
                continue
            }
            let trail = bytes[index]
            index += 1
            pairs += 1
            if index - 2 == lastEnd { neighbours += 1 }
            lastEnd = index
            if trail < 0x80 { lowTrails += 1 }
            switch lead {
            case 0xA4...0xA5: kana += 1
            case 0xB0...0xC8: hangul += 1
            default: break
            }
            if 0xA4...0xC6 ~= lead || lead == 0xA1 { big5 += 1 }
            let code = UInt16(lead) << 8 | UInt16(trail)
            if Self.commonKorean.contains(code) { korean += 1 }
            if Self.commonChinese.contains(code) { chinese += 1 }
        }
    }

    /// 이 다 는 에 의 을 하 고 가 지 은 한 로 를 도 사 in EUC-KR.
    private static let commonKorean: Set<UInt16> = [
        0xC0CC, 0xB4D9, 0xB4C2, 0xBFA1, 0xC0C7, 0xC0BB, 0xC7CF, 0xB0ED, 0xB0A1, 0xC1F6, 0xC0BA, 0xC7D1, 0xB7CE, 0xB8A6,
        0xB5B5, 0xBBE7,
    ]
    /// 的 一 是 不 了 在 有 人 中 国 大 和 为 ， in GB 2312.
    private static let commonChinese: Set<UInt16> = [
        0xB5C4, 0xD2BB, 0xCAC7, 0xB2BB, 0xC1CB, 0xD4DA, 0xD3D0, 0xC8CB, 0xD6D0, 0xB9FA, 0xB4F3, 0xBACD, 0xCEAA, 0xA3AC,
    ]
}
