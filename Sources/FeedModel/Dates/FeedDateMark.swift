/// A word of Japanese, Chinese and Korean dates that needs no blanks around it.
struct FeedDateMark {
    enum Meaning {
        case half(FeedTime.Half)
        case noon
        /// The year before the first year of the era.
        case era(Int)
        /// The first year of the era that the text named.
        case firstYear
        /// Seconds east of UTC.
        case zone(Int)
    }
    let meaning: Meaning
    let length: Int

    private static let marks: [(text: String, meaning: Meaning)] = [
        ("午前", .half(.morning)), ("午後", .half(.afternoon)), ("上午", .half(.morning)), ("下午", .half(.afternoon)),
        ("오전", .half(.morning)), ("오후", .half(.afternoon)), ("正午", .noon), ("令和", .era(2018)), ("平成", .era(1988)),
        ("昭和", .era(1925)), ("㋿", .era(2018)), ("㍻", .era(1988)), ("㍼", .era(1925)), ("大正", .era(1911)),
        ("明治", .era(1867)), ("民國", .era(1911)), ("民国", .era(1911)),
        ("元年", .firstYear), ("日本時間", .zone(9 * 3600)), ("日本標準時", .zone(9 * 3600)),
    ]

    init?(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        let found = Self.marks.first { $0.text.utf8.elementsEqual(bytes[index...].prefix($0.text.utf8.count)) }
        guard let found else { return nil }
        meaning = found.meaning
        length = found.text.utf8.count
    }
}

/// The unit after a number in Japanese, Chinese and Korean dates.
struct FeedDateUnit {
    enum Part { case year, month, day, hour, minute, second }
    let part: Part
    let length: Int

    private static let units: [(text: String, part: Part)] = [
        ("年", .year), ("月", .month), ("日", .day), ("号", .day), ("時", .hour), ("时", .hour), ("点", .hour),
        ("分", .minute), ("秒", .second), ("년", .year), ("월", .month), ("일", .day), ("시", .hour), ("분", .minute),
        ("초", .second),
    ]

    init?(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        let found = Self.units.first { $0.text.utf8.elementsEqual(bytes[index...].prefix($0.text.utf8.count)) }
        guard let found else { return nil }
        part = found.part
        length = found.text.utf8.count
    }
}

/// A number in Chinese numerals with its unit: `二〇二四年`, `十二月`, `二十三日`.
struct FeedDateNumeral {
    private(set) var value = 0
    private(set) var digits = 0
    let unit: FeedDateUnit
    /// Length of the numerals without the unit, in bytes.
    private(set) var length = 0

    private static let numerals: [(text: String, value: Int)] = [
        ("〇", 0), ("一", 1), ("二", 2), ("三", 3), ("四", 4), ("五", 5), ("六", 6), ("七", 7), ("八", 8), ("九", 9), ("十", 10),
    ]

    init?(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        var tens: Int?
        while digits < 4, let numeral = Self.numeral(bytes, at: index + length) {
            if numeral == 10 {
                guard tens == nil, digits <= 1 else { return nil }
                tens = digits == 0 ? 10 : value * 10
                value = 0
            } else {
                value = value * 10 + numeral
            }
            digits += 1
            length += 3
        }
        guard digits > 0, let unit = FeedDateUnit(bytes, at: index + length) else { return nil }
        if let tens {
            value += tens
            digits = 2
        }
        self.unit = unit
    }

    private static func numeral(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
        guard index + 3 <= bytes.count else { return nil }
        return numerals.first { $0.text.utf8.elementsEqual(bytes[index..<index + 3]) }?.value
    }
}
