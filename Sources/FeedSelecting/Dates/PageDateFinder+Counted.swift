import FeedModel

/// Dates relative to the moment of reading.
extension PageDateFinder {
    private enum Unit: Int { case second, minute, hour, day, week, month, year }

    private struct Amount {
        let count: Int
        let unit: Unit
        let end: Int
        /// Whether the number is written in digits.
        let isInFigures: Bool
    }

    private static let kanjiUnits: [(text: String, unit: Unit)] = [
        ("秒", .second), ("分", .minute), ("時間", .hour), ("日", .day), ("週間", .week), ("か月", .month), ("ヶ月", .month),
        ("カ月", .month), ("ヵ月", .month), ("ケ月", .month), ("箇月", .month), ("年", .year),
    ]
    private static let numberWords = [
        "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
        "nine": 9,
        "ten": 10, "eleven": 11, "twelve": 12,
    ]
    /// Amounts in one date, at most: `1 day, 3 hours ago`.
    private static let mostAmounts = 3

    // MARK: Amounts of time

    /// Reads `3時間前`, `2 hours ago`, `an hour ago`, `1 day, 3 hours ago` or `1時間30分前`; `3h` only if the text is nothing
    /// else.
    func ago(at start: Int) -> Finding? {
        var amounts: [Amount] = []
        var index = start
        while amounts.count < Self.mostAmounts, let amount = amount(at: index) {
            guard amounts.last.map({ amount.unit.rawValue < $0.unit.rawValue }) ?? true else { return nil }
            amounts.append(amount)
            index = text[amount.end] == "," ? text.afterBlank(amount.end + 1) : text.afterBlank(amount.end)
            if let word = text.word(at: index), word.text == "and" { index = text.afterBlank(word.end) }
        }
        guard let last = amounts.last else { return moments(at: start) }
        let next = text.afterBlank(last.end)
        let end: Int
        if text[next] == "前", text[next + 1] != "後" {
            end = next + 1
            guard isChosen || isApart(before: start, atBlanks: true) || isAbout(before: start),
                isChosen || isApart(after: end, atBlanks: true)
            else { return nil }
        } else if let word = text.word(at: next), word.text == "ago" {
            end = word.end
            guard isChosen || isWord(start..<end) || last.isInFigures && isUnlikelyInStory(amounts[0], until: end)
            else {
                return nil
            }
        } else {
            guard isChosen, start == 0, last.end == text.count, amounts.count == 1, text.isLetter(last.end - 1) else {
                return nil
            }
            end = last.end
        }
        return counted(amounts).map { Finding(date: PageDate($0, isRelative: true), range: start..<end) }
    }

    /// Whether an amount in digits is probably no part of a story: it is in days or less, or no word follows.
    private func isUnlikelyInStory(_ amount: Amount, until end: Int) -> Bool {
        amount.unit.rawValue <= Unit.day.rawValue || text[end] != "." && isApart(after: end)
    }

    private func amount(at start: Int) -> Amount? {
        var count: Int
        var index: Int
        let number = text.number(at: start, digits: 1...3)
        if let number {
            (count, index) = (number.value, number.end)
        } else if let word = text.word(at: start), let value = Self.numberWords[word.text] {
            (count, index) = (value, word.end)
            guard text.isBlank(index) else { return nil }
        } else {
            return nil
        }
        index = text.afterBlank(index)
        if let word = text.word(at: index), word.text == "few" {
            // "A few seconds" count as zero.
            index = text.afterBlank(word.end)
            guard let unit = text.word(at: index), unit.text == "seconds" else { return nil }
            return Amount(count: 0, unit: .second, end: unit.end, isInFigures: false)
        }
        if let word = text.word(at: index), let unit = Self.unit(word.text, isShort: number != nil) {
            return Amount(count: count, unit: unit, end: word.end, isInFigures: number != nil)
        }
        guard number != nil else { return nil }
        for unit in Self.kanjiUnits {
            guard let end = text.end(ofAny: [unit.text], at: index) else { continue }
            return Amount(count: count, unit: unit.unit, end: end, isInFigures: true)
        }
        return nil
    }

    private static func unit(_ word: String, isShort: Bool) -> Unit? {
        switch word {
        case "second", "seconds", "sec", "secs": .second
        case "minute", "minutes", "min", "mins": .minute
        case "hour", "hours", "hr", "hrs": .hour
        case "day", "days": .day
        case "week", "weeks", "wk", "wks": .week
        case "month", "months", "mo", "mos": .month
        case "year", "years", "yr", "yrs": .year
        case "s" where isShort: .second
        case "m" where isShort: .minute
        case "h" where isShort: .hour
        case "d" where isShort: .day
        case "w" where isShort: .week
        case "y" where isShort: .year
        default: nil
        }
    }

    /// Reads `just now` or `moments ago`.
    private func moments(at start: Int) -> Finding? {
        guard let first = text.word(at: start), text.isBlank(first.end), let second = text.word(at: first.end + 1)
        else {
            return isChosen && start == 0 && text.lowercased(0..<text.count) == "now" ? now(start..<text.count) : nil
        }
        guard (first.text == "just" && second.text == "now") || (first.text == "moments" && second.text == "ago"),
            isChosen || isWord(start..<second.end)
        else { return nil }
        return now(start..<second.end)
    }

    private func now(_ range: Range<Int>) -> Finding {
        Finding(date: PageDate(rounded(reading.now, to: .minute), isRelative: true), range: range)
    }

    private func counted(_ amounts: [Amount]) -> WrittenDate? {
        var day = today
        var seconds: Int64 = 0
        for amount in amounts {
            switch amount.unit {
            case .second: seconds += Int64(amount.count)
            case .minute: seconds += Int64(amount.count) * 60
            case .hour: seconds += Int64(amount.count) * 3600
            case .day: day = day.daysBefore(amount.count)
            case .week: day = day.daysBefore(amount.count * 7)
            case .month: day = day.monthsBefore(amount.count)
            case .year: day = day.monthsBefore(amount.count * 12)
            }
        }
        guard let finest = amounts.last?.unit else { return nil }
        guard finest.rawValue < Unit.day.rawValue else { return date(day.atMidnight, nil) }
        var moment = reading.now
        if day.atMidnight != today.atMidnight {
            var civil = today
            (civil.year, civil.month, civil.day) = (day.year, day.month, day.day)
            guard let found = reading.zone.given(WrittenDate(civil.timestamp() ?? moment)) else { return nil }
            moment = found.moment
        }
        return rounded(moment - .seconds(seconds), to: finest)
    }

    /// Rounds down to the hour for `.hour`, else to the minute.
    private func rounded(_ moment: Timestamp, to unit: Unit) -> WrittenDate {
        let local = reading.zone.localTime(at: moment)
        let rest = (unit == .hour ? local.minute * 60_000 : 0) + local.second * 1000 + local.millisecond
        let rounded = moment - .milliseconds(rest)
        guard reading.zone != .utc else { return WrittenDate(rounded) }
        return WrittenDate(rounded, offset: UTCOffset(seconds: reading.zone.offset(at: rounded)))
    }

    // MARK: Named days

    /// Reads `昨日 18:05`, `一昨日`, `本日`, `たった今`, `yesterday at 6 pm` or `today`.
    func dayWord(at start: Int) -> Finding? {
        if let end = text.end(ofAny: ["たった今"], at: start) { return now(start..<end) }
        let (days, nameEnd): (Int, Int)
        if let end = text.end(ofAny: ["一昨日", "おととい"], at: start) {
            (days, nameEnd) = (2, end)
        } else if let end = text.end(ofAny: ["昨日", "きのう"], at: start) {
            (days, nameEnd) = (1, end)
        } else if let end = text.end(ofAny: ["今日", "本日", "きょう"], at: start) {
            (days, nameEnd) = (0, end)
        } else if let word = text.word(at: start), word.text == "yesterday" || word.text == "today" {
            (days, nameEnd) = (word.text == "today" ? 0 : 1, word.end)
        } else {
            return nil
        }
        let clock = clock(behind: nameEnd)
        let end = clock?.end ?? nameEnd
        if !isChosen {
            if text.isIdeograph(start) {
                guard isApart(before: start, atBlanks: true), isApart(after: end, atBlanks: true) else { return nil }
            } else {
                guard isWord(start..<end) else { return nil }
            }
        }
        return date(today.daysBefore(days), clock).map {
            Finding(date: PageDate($0, isRelative: true), range: start..<end)
        }
    }

    /// Whether English words stand alone, not in a sentence.
    private func isWord(_ range: Range<Int>) -> Bool {
        (isApart(before: range.lowerBound) || isAbout(before: range.lowerBound)) && isApart(after: range.upperBound)
    }

    /// Whether a word for "about" is before it: `約3時間前`, `about an hour ago`.
    private func isAbout(before start: Int) -> Bool {
        isNamed(before: start, as: ["約", "およそ", "about", "over", "almost", "around", "than"])
    }
}

extension CivilTime {
    /// The same day a number of months earlier; the last day of that month if the month is shorter.
    fileprivate func monthsBefore(_ months: Int) -> CivilTime {
        let month = year * 12 + self.month - 1 - months
        var earlier = self
        (earlier.year, earlier.month) = (month / 12, month % 12 + 1)
        earlier.day = min(day, CivilTime.days(inMonth: earlier.month, of: earlier.year))
        return earlier
    }
}
