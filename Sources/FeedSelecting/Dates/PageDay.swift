import FeedModel

/// A day in a text.
struct PageDay {
    /// What must be beside the day, because alone it is ambiguous.
    enum Company { case nothing, weekdayOrTime, weekday, time }

    /// Nil if the text has no year.
    var year: Int?
    var month: Int
    var day: Int
    var end: Int
    var needs = Company.nothing
    /// Whether the day is written as `11月22日`.
    var isInKanji = false

    /// Nil for a day that is in no calendar.
    fileprivate init?(
        _ year: Int?, _ month: Int, _ day: Int, end: Int, needs: Company = .nothing, isInKanji: Bool = false
    ) {
        // Without a year, 29 February is allowed.
        guard (1...12).contains(month), day >= 1, day <= CivilTime.days(inMonth: month, of: year ?? 2000) else {
            return nil
        }
        (self.year, self.month, self.day, self.end) = (year, month, day, end)
        (self.needs, self.isInKanji) = (needs, isInKanji)
    }
}

extension PageDateFinder {
    /// The four-digit years of dates on pages.
    private static let years = 1900...2199

    /// Reads the day that begins at `index`, in any of its forms.
    func day(at index: Int) -> PageDay? {
        if text.isDigit(index) {
            if let number = text.number(at: index, digits: 4...4) { return dayOfYear(number.value, at: number.end) }
            guard let number = text.number(at: index, digits: 1...2) else { return nil }
            return dayOfMonth(number.value, at: number.end, from: index) ?? dayBeforeMonth(number.value, at: number.end)
        }
        return text.isLetter(index) ? dayBehindMonth(at: index) ?? dayOfEra(at: index) : dayOfEra(at: index)
    }

    /// Reads `2026年11月22日`, `2026/11/22`, `2026. 11. 22` or `2026-11-22`.
    private func dayOfYear(_ year: Int, at end: Int) -> PageDay? {
        guard Self.years.contains(year) else { return nil }
        if let day = kanjiDay(behind: end, year: year) { return day }
        guard let parts = figures(behind: end) else { return nil }
        return PageDay(year, parts.first, parts.second, end: parts.end)
    }

    /// Reads `年11月22日` behind a year.
    private func kanjiDay(behind end: Int, year: Int) -> PageDay? {
        let mark = text.afterBlank(end)
        guard text[mark] == "年", let month = text.number(at: text.afterBlank(mark + 1), digits: 1...2) else {
            return nil
        }
        return kanjiDay(of: month, year: year)
    }

    /// Reads `月22日` behind a month.
    private func kanjiDay(of month: (value: Int, end: Int), year: Int?) -> PageDay? {
        let mark = text.afterBlank(month.end)
        guard text[mark] == "月", let day = text.number(at: text.afterBlank(mark + 1), digits: 1...2) else { return nil }
        let end = text.afterBlank(day.end)
        guard text[end] == "日", text[end + 1] != "間" else { return nil }
        return PageDay(year, month.value, day.value, end: end + 1, isInKanji: true)
    }

    /// Reads two numbers behind a first one, each after the same separator. A blank may follow a dot.
    private func figures(behind end: Int) -> (first: Int, second: Int, end: Int)? {
        let sign = text[end]
        guard sign == "/" || sign == "." || sign == "-" else { return nil }
        func next(_ index: Int) -> Int { sign == "." ? text.afterBlank(index) : index }
        guard let first = text.number(at: next(end + 1), digits: 1...2), text[first.end] == sign,
            let second = text.number(at: next(first.end + 1), digits: 1...2),
            text[second.end] != sign || !text.isDigit(second.end + 1)
        else { return nil }
        return (first.value, second.value, second.end)
    }

    /// Reads a form that begins with a month: `11月22日`, `11/22`, `11.22`, `11-22`, `11/22/2026`; or with a day:
    /// `22.11.2026`.
    private func dayOfMonth(_ first: Int, at end: Int, from start: Int) -> PageDay? {
        if text[text.afterBlank(end)] == "月", text[start - 1] != "年" { return kanjiDay(of: (first, end), year: nil) }
        let sign = text[end]
        guard sign == "/" || sign == "." || sign == "-", let second = text.number(at: end + 1, digits: 1...2) else {
            return nil
        }
        if text[second.end] == sign, text.isDigit(second.end + 1) {
            guard let year = text.number(at: second.end + 1, digits: 4...4), Self.years.contains(year.value),
                text[year.end] != sign || !text.isDigit(year.end + 1)
            else { return nil }
            if sign == "." || first > 12 || first == second.value {
                return PageDay(year.value, second.value, first, end: year.end)
            }
            // 3/4/2026 is ambiguous.
            return second.value > 12 ? PageDay(year.value, first, second.value, end: year.end) : nil
        }
        let isPadded = end - start == 2 && second.end - end == 3
        switch sign {
        case "/": return PageDay(nil, first, second.value, end: second.end, needs: .weekdayOrTime)
        case "-": return isPadded ? PageDay(nil, first, second.value, end: second.end, needs: .time) : nil
        default: return PageDay(nil, first, second.value, end: second.end, needs: .weekday)
        }
    }

    /// Reads `令和8年11月22日`, `令和元年5月1日`, `R8.11.22` or `平成31/4/30`.
    private func dayOfEra(at index: Int) -> PageDay? {
        guard let era = PageEra(text, at: index) else { return nil }
        let start = text.afterBlank(era.end)
        let number: (value: Int, end: Int)
        if text[start] == "元" {
            number = (1, start + 1)
        } else if let figures = text.number(at: start, digits: 1...2), figures.value > 0 {
            number = figures
        } else {
            return nil
        }
        let year = era.yearBefore + number.value
        guard number.value <= era.years else { return nil }
        if let day = kanjiDay(behind: number.end, year: year) { return day }
        return figures(behind: number.end).flatMap { PageDay(year, $0.first, $0.second, end: $0.end) }
    }

    // MARK: Month names

    /// Reads `Nov 22, 2026`, `November 22nd` or `Nov. 22 2026`.
    private func dayBehindMonth(at index: Int) -> PageDay? {
        guard let month = month(at: index), let number = text.number(at: month.end, digits: 1...2) else { return nil }
        let end = endOfOrdinal(number.end)
        if let year = year(behind: end) { return PageDay(year.value, month.number, number.value, end: year.end) }
        // `Nov 22:` may be a day; `May 5.5`, `May 10:30` and `May 1,000` are not.
        switch text[end] {
        case ".", ":", ",": guard !text.isDigit(end + 1) else { return nil }
        default: break
        }
        return PageDay(nil, month.number, number.value, end: end)
    }

    /// Reads `22 November 2026`, `22nd of Nov` or `22-Nov-2026`.
    private func dayBeforeMonth(_ day: Int, at end: Int) -> PageDay? {
        var index = endOfOrdinal(end)
        index = text[index] == "-" || text[index] == "." ? text.afterBlank(index + 1) : text.afterBlank(index)
        if let word = text.word(at: index), word.text == "of" { index = text.afterBlank(word.end) }
        guard let month = month(at: index) else { return nil }
        if let year = year(behind: month.end) { return PageDay(year.value, month.number, day, end: year.end) }
        return PageDay(nil, month.number, day, end: month.wordEnd)
    }

    /// Reads a month's name with a capital letter, and the punctuation behind it.
    private func month(at index: Int) -> (number: Int, wordEnd: Int, end: Int)? {
        guard let word = text.word(at: index), word.text.utf8.count >= 3 else { return nil }
        let isCapital = !("a"..."z").contains(text[index])
        guard isCapital, let number = PageMonth.number(word.text) else { return nil }
        var end = word.end
        if text[end] == "." { end += 1 }
        return (number, word.end, text[end] == "-" ? end + 1 : text.afterBlank(end))
    }

    /// The position behind `st`, `nd`, `rd` or `th`, if there is one.
    private func endOfOrdinal(_ index: Int) -> Int {
        guard let word = text.word(at: index), ["st", "nd", "rd", "th"].contains(word.text) else { return index }
        return word.end
    }

    /// Reads `, 2026` or `-2026`.
    private func year(behind end: Int) -> (value: Int, end: Int)? {
        var index = text[end] == "," || text[end] == "-" ? end + 1 : end
        index = text.afterBlank(index)
        guard index > end || text[end - 1] == "-" || text.isBlank(end - 1),
            let year = text.number(at: index, digits: 4...4),
            Self.years.contains(year.value)
        else { return nil }
        return year
    }
}

/// English month names.
enum PageMonth {
    private static let names = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// Returns 1 to 12 for a name in lower case, complete or in three letters, or for `sept`; else nil.
    static func number(_ word: String) -> Int? {
        if word == "sept" { return 9 }
        return names.firstIndex { $0 == word || word.utf8.count == 3 && $0.hasPrefix(word) }.map { $0 + 1 }
    }
}

/// A Japanese era in a text.
struct PageEra {
    /// The year before the era's first year.
    let yearBefore: Int
    /// The number of the era's years; 99 for the current era.
    let years: Int
    let end: Int

    private static let names: [(text: String, yearBefore: Int, years: Int)] = [
        ("令和", 2018, 99), ("平成", 1988, 31), ("昭和", 1925, 64), ("大正", 1911, 15), ("明治", 1867, 45), ("㋿", 2018, 99),
        ("㍻", 1988, 31), ("㍼", 1925, 64),
    ]

    init?(_ text: PageText, at index: Int) {
        if text.isLetter(index) {
            guard text.isDigit(index + 1) || text[index + 1] == "." && text.isDigit(index + 2) else { return nil }
            let letter = String(text[index])
            guard let era = zip(["R", "H", "S"], Self.names).first(where: { $0.0 == letter })?.1 else { return nil }
            (yearBefore, years, end) = (era.yearBefore, era.years, text[index + 1] == "." ? index + 2 : index + 1)
            return
        }
        for name in Self.names {
            guard let end = text.end(ofAny: [name.text], at: index) else { continue }
            (yearBefore, years, self.end) = (name.yearBefore, name.years, end)
            return
        }
        return nil
    }
}
