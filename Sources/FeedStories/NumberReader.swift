/// Reads one number of a title with its scale, unit and what stands before it.
struct NumberReader {
    struct Reading {
        var end: Int
        var values: [Double] = []
        var mentions: [NumberMention] = []
    }

    let scalars: [UInt32]
    let classes: [CharacterClass]
    /// The word before.
    let before: TitleTokens.Token?
    /// The single letter before, `m` or `v`.
    let prefix: UInt32?
    let lexicon: Lexicon

    private func code(_ place: Int) -> UInt32 { place >= 0 && place < scalars.count ? scalars[place] : 0 }
    private func isDigit(_ place: Int) -> Bool { place >= 0 && place < scalars.count && classes[place] == .digit }

    /// Digits with thousands' commas and a point: the value, whether there are several points, the end, and whether it is
    /// written as an index of shares is: `2,701.12`.
    private func digits(from start: Int) -> (
        value: Double, text: UInt64, isVersion: Bool, significant: Int, end: Int, isIndex: Bool
    ) {
        var place = start
        var value = 0.0
        var scale = 1.0
        var points = 0
        var isVersion = false
        var significant = 0
        var zeros = 0
        var text: UInt64 = 0
        var hasComma = false
        while place < scalars.count, place - start < 32 {
            let code = scalars[place]
            if classes[place] == .digit {
                let digit = Double(code - 0x30)
                if points == 0 {
                    value = value * 10 + digit
                } else if points == 1 {
                    scale /= 10
                    value += digit * scale
                }
                if code == 0x30 {
                    zeros += 1
                } else {
                    significant += zeros + 1
                    zeros = 0
                }
                text = text &* 31 &+ UInt64(code)
                // `4.0.0` is 4.0.
                if points > 1, code != 0x30 { isVersion = true }
            } else if code == 0x2C, isDigit(place + 1), isDigit(place + 2), isDigit(place + 3), points == 0 {
                place += 1
                hasComma = true
                continue
            } else if code == 0x2E, isDigit(place + 1) {
                points += 1
                text = text &* 31 &+ 0x2E
            } else {
                break
            }
            place += 1
        }
        return (value, text, isVersion, significant, place, hasComma && points == 1)
    }

    func read(from start: Int) -> Reading {
        let first = digits(from: start)
        var reading = Reading(end: first.end)
        if first.isVersion {
            let value = Double(first.text % 1_000_000_007) + 0.5
            reading.values = [value]
            reading.mentions = [NumberMention(kind: .version, context: versionContext(start), value: value)]
            return reading
        }
        if prefix == 0x6D, first.value < 10.1, first.value >= 1 {
            return one(.magnitude, value: first.value, end: first.end)
        }
        if prefix == 0x76 { return one(.version, value: first.value, end: first.end, context: versionContext(start)) }
        if let pair = pair(first, from: start) { return pair }
        return plain(first, from: start)
    }

    /// Reads what follows a number in words: `six million`.
    func read(_ value: Double, from start: Int, to end: Int) -> Reading {
        plain((value, 0, false, 1, end, false), from: start)
    }

    private func one(
        _ kind: NumberMention.Kind, value: Double, end: Int, context: UInt64 = 0, isRounded: Bool = false
    ) -> Reading {
        Reading(
            end: end, values: [value],
            mentions: [
                NumberMention(kind: kind, context: context, before: beforeFeature, value: value, isRounded: isRounded)
            ])
    }

    /// `3-1`, `3対1`, `2/6`, `2024-02-05`, `10:30`.
    private func pair(
        _ first: (value: Double, text: UInt64, isVersion: Bool, significant: Int, end: Int, isIndex: Bool),
        from start: Int
    ) -> Reading? {
        let sign = code(first.end)
        guard isDigit(first.end + 1), sign == 0x2D || sign == 0x2013 || sign == 0x5BFE || sign == 0x2F || sign == 0x3A
        else { return nil }
        let second = digits(from: first.end + 1)
        guard !second.isVersion else { return nil }
        // `CVE-2025-1101`
        if let before, text(before.range) == "cve", first.value < 10_000, second.value < 1e9 {
            return one(.ordinal, value: first.value * 1e9 + second.value, end: second.end, context: before.feature)
        }
        let third = code(second.end)
        if sign == 0x3A { return Reading(end: second.end) }
        if third == sign, isDigit(second.end + 1) {
            // A date of three numbers.
            let last = digits(from: second.end + 1)
            var reading = Reading(end: last.end)
            if first.value > 999 {
                reading.mentions = [
                    NumberMention(kind: .month, value: second.value), NumberMention(kind: .day, value: last.value),
                ]
            }
            return reading
        }
        if sign == 0x2F {
            guard first.value >= 1, first.value <= 12, second.value >= 1, second.value <= 31 else {
                return Reading(end: second.end)
            }
            return Reading(
                end: second.end,
                mentions: [
                    NumberMention(kind: .month, value: first.value), NumberMention(kind: .day, value: second.value),
                ])
        }
        // `4-6月期` and `10-20%` are spans.
        if second.end < scalars.count, classes[second.end] == .ideograph || third == 0x25 {
            let value = first.value * 1000 + second.value
            let context = third == 0x25 ? 0x25 : FeatureHash.hash(.word, [third])
            return one(.count, value: value, end: second.end, context: context &+ 1)
        }
        guard first.value < 200, second.value < 200 else { return nil }
        // `0-2から3点`: not how it ended.
        if third == 0x304B { return Reading(end: second.end) }
        let (small, large) = (min(first.value, second.value), max(first.value, second.value))
        return one(.result, value: small * 1000 + large, end: second.end)
    }

    private func plain(
        _ first: (value: Double, text: UInt64, isVersion: Bool, significant: Int, end: Int, isIndex: Bool),
        from start: Int
    ) -> Reading {
        var value = first.value
        var end = first.end
        var scaled = false
        (value, end, scaled) = scaledValue(value, end)
        // `3万8,120` has more digits than its first part.
        // `71` is exact, `70` and `71 million` may not be.
        let mayBeRounded = scaled || value >= 100 || value.truncatingRemainder(dividingBy: 10) == 0
        let isRounded =
            value >= 10 && first.significant <= 2 && mayBeRounded && !(scaled && Self.hasThreeDigits(value))
        let beforeSign = code(start - 1)
        let isMoney = beforeSign == 0x24 || beforeSign == 0x20AC || beforeSign == 0xA3 || beforeSign == 0xA5
        if isMoney { return one(.money, value: value, end: end, isRounded: isRounded) }

        let next = code(end)
        if next == 0x25 { return one(.percent, value: value, end: end + 1, isRounded: isRounded) }
        // `第3回`
        if beforeSign == 0x7B2C {
            let unit = end < scalars.count && classes[end] == .ideograph ? FeatureHash.hash(.word, [next]) : 0
            return one(.ordinal, value: value, end: min(end + 1, scalars.count), context: unit)
        }
        if let before, before.range.upperBound == start, value < 8, text(before.range) == "震度",
            code(end) != 0x5F37, code(end) != 0x5F31
        {
            return intensity(value, end: end)
        }
        if end < scalars.count, classes[end] == .ideograph {
            return japaneseUnit(value, start: start, end: end, isRounded: isRounded)
        }
        if next == 0x30F6 || next == 0x30AB || next == 0x304B, code(end + 1) == 0x6708 {
            return Reading(end: end + 2, values: [value])
        }
        if first.isIndex, !scaled { return one(.count, value: value, end: end, context: Self.indexContext) }
        if end < scalars.count, classes[end] == .katakana {
            let word = katakana(from: end)
            // `1ドル=`: what the rate is of.
            if value == 1, Self.currencies.contains(word) { return Reading(end: end) }
            if word == Self.percentWord { return one(.percent, value: value, end: end, isRounded: isRounded) }
            if word == Self.dollarWord || word == Self.euroWord {
                return one(.money, value: value, end: end, isRounded: isRounded)
            }
            return one(.count, value: value, end: end, context: word, isRounded: isRounded)
        }
        return latinUnit(value, scaled: scaled, start: start, end: end, isRounded: isRounded)
    }

    /// 千, 万, 億, 兆 and the numbers between them; `million`, `bn`.
    private func scaledValue(_ first: Double, _ start: Int) -> (value: Double, end: Int, scaled: Bool) {
        var value = 0.0
        var part = first
        var place = start
        var scaled = false
        while true {
            let factor: Double
            switch code(place) {
            case 0x5343: factor = 1000
            case 0x4E07: factor = 10_000
            case 0x5104: factor = 100_000_000
            case 0x5146: factor = 1_000_000_000_000
            default: factor = 0
            }
            guard factor > 0 else { break }
            scaled = true
            value += part * factor
            part = 0
            place += 1
            guard isDigit(place) else { break }
            let next = digits(from: place)
            part = next.value
            place = next.end
        }
        value += part
        if !scaled {
            var word = place
            if code(word) == 0x20 || code(word) == 0x2D { word += 1 }
            let end = letters(from: word)
            let factor: Double
            switch text(word..<end) {
            case "thousand", "k": factor = 1000
            case "million", "mn", "m", "mln": factor = 1_000_000
            case "billion", "bn", "b", "bln": factor = 1_000_000_000
            case "trillion", "tn", "t": factor = 1_000_000_000_000
            default: factor = 0
            }
            if factor > 0, !isDigit(end) { return (value * factor, end, true) }
        }
        return (value, place, scaled)
    }

    private func japaneseUnit(_ value: Double, start: Int, end: Int, isRounded: Bool) -> Reading {
        let unit = code(end)
        let next = code(end + 1)
        if unit == 0x5F37 || unit == 0x5F31 {  // 震度5強
            return intensity(value + (unit == 0x5F37 ? 0.5 : 0), end: end + 1)
        }
        let after = end + 1
        switch unit {
        case 0x6708:  // 月
            if next == 0x671F { return one(.count, value: value, end: after + 1, context: 0x671F) }
            return one(.month, value: value, end: after)
        case 0x65E5 where isDay(end):  // 日
            return one(.day, value: value, end: after)
        case 0x5E74:  // 年
            if value >= 1000 || value >= 20 && next != 0x9593 && next != 0x3076 {
                return one(.year, value: value >= 1000 ? value : value + 2000, end: after)
            }
            return Reading(end: after, values: [value])
        case 0x6642, 0x5206, 0x79D2:  // 時 分 秒
            return Reading(end: after)
        case 0x5186:  // 円
            return yen(value, end: after, isRounded: isRounded)
        case 0x53F7, 0x8A71, 0x5DFB, 0x7AE0, 0x5F3E, 0x5831, 0x671F, 0x56DE:  // 号 話 巻 章 弾 報 期 回
            return one(.ordinal, value: value, end: after, context: FeatureHash.hash(.word, [unit]))
        case 0x6B73:  // 歳: several people may have one
            return Reading(end: after, values: [value])
        default:
            if !Self.counters.contains(unit) {
                // `PostgreSQL 17正式版`
                return latinUnit(value, scaled: false, start: start, end: end, isRounded: isRounded)
            }
            return one(
                .count, value: value, end: after, context: FeatureHash.hash(.word, [unit]), isRounded: isRounded)
        }
    }

    private static func hasThreeDigits(_ value: Double) -> Bool {
        guard value < 1e15 else { return false }
        var unit = 1.0
        while value / unit >= 100 { unit *= 10 }
        return value.truncatingRemainder(dividingBy: unit) != 0
    }

    /// `148円10〜20銭`, `148円台`, `3000円`.
    private func yen(_ value: Double, end: Int, isRounded: Bool) -> Reading {
        var reading = one(.money, value: value, end: end, isRounded: isRounded)
        guard value < 1000 else { return reading }
        var isRate = code(end) == 0x53F0
        if isDigit(end) {
            let small = digits(from: end)
            var place = small.end
            if code(place) == 0x301C || code(place) == 0x7E || code(place) == 0x2D || code(place) == 0x2013,
                isDigit(place + 1)
            {
                place = digits(from: place + 1).end
            }
            if code(place) == 0x92AD, small.value < 100 {
                isRate = true
                let exact = value + small.value / 100
                reading = one(.money, value: exact, end: place + 1)
            }
        }
        if isRate {
            reading.mentions[0].isRate = true
            reading.mentions[0].isRounded = false
        }
        return reading
    }

    private static let counters = Set(
        "人名件社店台頭匹本枚個点位戸棟軒校便機隻票席倍割度回種品冊部曲作試連勝敗打世泊歩局者兆世".unicodeScalars.map(\.value))

    /// Whether 日 ends a date: `21日に`, `6日（火）`, but neither `21日間` nor `21日遅く`.
    private func isDay(_ place: Int) -> Bool {
        guard place + 1 < scalars.count else { return true }
        switch scalars[place + 1] {
        case 0x5348, 0x671D, 0x591C, 0x672A, 0x6DF1, 0x5915, 0x663C: return true  // 午 朝 夜 未 深 夕 昼
        case 0x3076, 0x3054: return false  // ぶり ごと
        default: return classes[place + 1] != .ideograph
        }
    }

    /// Intensities of earthquakes are compared apart from magnitudes.
    private func intensity(_ value: Double, end: Int) -> Reading { one(.magnitude, value: value, end: end, context: 1) }

    private func latinUnit(_ value: Double, scaled: Bool, start: Int, end: Int, isRounded: Bool) -> Reading {
        var word = end
        if code(word) == 0x20 || code(word) == 0x2D { word += 1 }
        let wordEnd = letters(from: word)
        let unit = text(word..<wordEnd)
        let isYear = !scaled && value >= 1900 && value < 2100 && end - start == 4
        switch unit {
        case "percent", "pct", "per": return one(.percent, value: value, end: wordEnd, isRounded: isRounded)
        case "dollar", "dollars", "yen", "euro", "euros", "pounds", "won", "yuan":
            return one(.money, value: value, end: wordEnd, isRounded: isRounded)
        case "magnitude": return one(.magnitude, value: value, end: wordEnd)
        case "st", "nd", "rd", "th": return ordinal(value, end: wordEnd)
        default: break
        }
        if let before {
            let word = text(before.range)
            if word == "magnitude" { return one(.magnitude, value: value, end: end) }
            if Self.isTurn(word) { return one(.ordinal, value: value, end: end, context: before.feature) }
            if before.nameClass == .month, value >= 1, value <= 31 {
                return Reading(
                    end: end, values: [value],
                    mentions: [NumberMention(kind: .day, value: value)])
            }
        }
        // `Flight 10`, `Game 7`: a thing of its kind by its number.
        if let before, before.commonness == .field || before.commonness == .general, !before.isNumber, !scaled,
            before.range.upperBound == start - 1, classes[before.range.lowerBound] == .letter, value < 1000,
            wordEnd <= word
        {
            return one(.ordinal, value: value, end: end, context: before.feature)
        }
        if isYear { return one(.year, value: value, end: end) }
        let touches =
            before.map { $0.range.upperBound == start || $0.range.upperBound == start - 1 && code(start - 1) != 0x22 }
            ?? false
        // `iPhone 17`, `737 MAX`: a number of a thing that has a name.
        if touches, let before, before.commonness == .unknown, !before.isNumber {
            return one(.version, value: value, end: end, context: before.feature)
        }
        if wordEnd > word, wordEnd - word > 1 {
            var stem = Array(scalars[word..<wordEnd])
            Stemmer.stem(&stem)
            let known = lexicon.word(Lexicon.key(stem))
            if known?.commonness != .stop {
                return one(
                    .count, value: value, end: end, context: known?.feature ?? FeatureHash.hash(.word, stem),
                    isRounded: isRounded)
            }
        }
        // `cases rise to 1,204`
        if value >= 1000, !isYear, value < 1e12 {
            return one(.count, value: value, end: end, context: Self.bareContext, isRounded: isRounded)
        }
        return Reading(end: end, values: [value])
    }

    /// Whether a number after a word is its turn: `episode 4`, `Day One`.
    static func isTurn(_ word: String) -> Bool { turns.contains(word) }

    private static let turns: Set<String> = [
        "episode", "ep", "part", "chapter", "volume", "vol", "issue", "season", "week", "day", "round", "game", "no",
        "lesson", "session", "edition", "step", "phase", "stage",
    ]

    /// `11th test flight` is `flight 11` and `test 11`.
    private func ordinal(_ value: Double, end: Int) -> Reading {
        var reading = Reading(end: end, values: [value])
        var place = end
        for _ in 0..<2 {
            guard code(place) == 0x20 else { break }
            let wordEnd = letters(from: place + 1)
            guard wordEnd > place + 1 else { break }
            var stem = Array(scalars[(place + 1)..<wordEnd])
            Stemmer.stem(&stem)
            let feature = lexicon.word(Lexicon.key(stem))?.feature ?? FeatureHash.hash(.word, stem)
            reading.mentions.append(NumberMention(kind: .ordinal, context: feature, value: value))
            place = wordEnd
        }
        return reading
    }

    // MARK: Words around the number

    private var beforeFeature: UInt64 {
        guard let before, before.commonness != .stop, !before.isNumber else { return 0 }
        return before.feature
    }

    private func versionContext(_ start: Int) -> UInt64 { beforeFeature }

    private func letters(from start: Int) -> Int {
        var end = start
        while end < scalars.count, classes[end] == .letter { end += 1 }
        return end
    }

    private func katakana(from start: Int) -> UInt64 {
        var end = start
        while end < scalars.count, classes[end] == .katakana { end += 1 }
        return FeatureHash.hash(.word, scalars[start..<end])
    }

    private static let indexContext: UInt64 = 3
    private static let bareContext: UInt64 = 5
    private static let currencies = Set(["ドル", "ユーロ", "ポンド"].map { FeatureHash.hash(.word, $0) })
    private static let percentWord = FeatureHash.hash(.word, "パーセント")
    private static let dollarWord = FeatureHash.hash(.word, "ドル")
    private static let euroWord = FeatureHash.hash(.word, "ユーロ")

    private func text(_ range: Range<Int>) -> String {
        range.count > 12 ? "" : String(scalars: scalars[range])
    }
}
