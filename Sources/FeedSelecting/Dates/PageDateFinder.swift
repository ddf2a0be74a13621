import FeedModel

/// Finds the dates in a text in one pass.
struct PageDateFinder {
    let text: PageText
    let reading: PageDateReading
    /// Whether the text is meant to be a date. Forms that are ambiguous elsewhere then count.
    let isChosen: Bool
    /// The local date and time at the moment of reading.
    let today: CivilTime

    /// Dates that are compared, at most: a text about something else has few.
    private static let mostDates = 16

    /// A date and its range in the text.
    struct Finding {
        let date: PageDate
        let range: Range<Int>
    }

    init(_ text: String, _ reading: PageDateReading, isChosen: Bool) {
        self.text = PageText(text)
        self.reading = reading
        self.isChosen = isChosen
        today = reading.zone.localTime(at: reading.now)
    }

    /// The date that is most probably that of publication; of equals the first one. A date in the future is usually the
    /// subject of the text.
    func best() -> PageDate? {
        var best: (claim: (PageDateRole, isAhead: Bool), date: PageDate)?
        var (index, count) = (0, 0)
        let tomorrow = reading.now + .seconds(86_400)
        while index < text.count, count < Self.mostDates {
            guard let finding = finding(at: index) else {
                index = behind(index)
                continue
            }
            let role = role(of: finding.range)
            let isAhead = finding.date.date.moment > tomorrow
            let isBetter =
                best.map { best in
                    role == best.claim.0 ? best.claim.isAhead && !isAhead : role < best.claim.0
                } ?? true
            if isChosen || role != .another, isBetter { best = ((role, isAhead), finding.date) }
            index = finding.range.upperBound
            count += 1
        }
        return best?.date
    }

    /// The next position at which a date may begin. Numbers and Latin words are not split.
    private func behind(_ index: Int) -> Int {
        if text.isLetter(index) { return text.endOfWord(index) }
        var end = index + 1
        if text.isDigit(index) { while text.isDigit(end) { end += 1 } }
        return end
    }

    private func finding(at index: Int) -> Finding? {
        if text.isDigit(index) {
            guard isFree(index) else { return nil }
            return behindTime(index) ?? day(at: index).flatMap { dated($0, from: index) } ?? ago(at: index)
                ?? timeAlone(at: index)
        }
        if text.isLetter(index) {
            return day(at: index).flatMap { dated($0, from: index) } ?? ago(at: index) ?? dayWord(at: index)
        }
        guard text.isIdeograph(index) else { return nil }
        return day(at: index).flatMap { dated($0, from: index) } ?? dayWord(at: index) ?? halfOfToday(at: index)
    }

    /// Whether the number here is not the end of something longer: an address, a price, a version.
    private func isFree(_ index: Int) -> Bool {
        switch text[index - 1] {
        case "/", "-", "$", "¥", "€", "£", "#", "+", "%", "&", "=", "_", "第": false
        case ".", ":", ",": !text.isDigit(index - 2) && !text.isLetter(index - 2) || text[index - 1] == ":"
        case let scalar: !scalar.isLatin
        }
    }

    // MARK: Days

    /// Reads what follows a day, and returns the date.
    private func dated(_ day: PageDay, from start: Int) -> Finding? {
        var end = day.end
        let weekday = weekday(at: &end) ?? weekday(before: start)
        let clock = clock(behind: end)
        if let clock { end = clock.end }
        guard isDate(day, from: start, to: end, weekday: weekday, clock: clock) else { return nil }
        var civil = CivilTime(year: day.year ?? 0, month: day.month, day: day.day)
        if day.year == nil {
            guard let year = year(ofMonth: day.month, day: day.day, weekday: weekday) else { return nil }
            civil.year = year
        }
        guard let date = date(civil, clock) else { return nil }
        return Finding(date: PageDate(date, isRelative: day.year == nil), range: start..<end)
    }

    /// Reads a time with a day behind it: `18:05, 22 November 2026`.
    private func behindTime(_ start: Int) -> Finding? {
        guard let clock = PageClock(text, at: start), text[clock.end] == "," || text.isBlank(clock.end) else {
            return nil
        }
        var index = text.afterBlank(text[clock.end] == "," ? clock.end + 1 : clock.end)
        if let word = text.word(at: index), word.text == "on" { index = text.afterBlank(word.end) }
        if let word = text.word(at: index), PageWeekday(word.text) != nil {
            index = text.afterBlank(text[word.end] == "," ? word.end + 1 : word.end)
        }
        guard let day = day(at: index), let year = day.year, isFree(index), self.clock(behind: day.end) == nil,
            let date = date(CivilTime(year: year, month: day.month, day: day.day), clock)
        else { return nil }
        return Finding(date: PageDate(date, isRelative: false), range: start..<day.end)
    }

    /// Whether the text around a day allows it to be a date.
    private func isDate(
        _ day: PageDay, from start: Int, to end: Int, weekday: PageWeekday?, clock: PageClock?
    ) -> Bool {
        let isWhole = isChosen && start == 0 && end == text.count
        switch day.needs {
        case .nothing: break
        case .weekdayOrTime: guard isWhole || weekday != nil || clock != nil else { return false }
        case .weekday: guard isWhole || weekday != nil else { return false }
        case .time: guard clock != nil else { return false }
        }
        // Not dates: `3/4カップ`, `11/22%`, `11/22/33`.
        switch text[end] {
        case "/", "%", "*", "=", "_": return false
        case let scalar where scalar.isLatin: return false
        default: if day.needs != .nothing, clock == nil, weekday == nil, text.isIdeograph(end) { return false }
        }
        guard !isChosen else { return true }
        if day.isInKanji, isInSentence(end) { return false }
        guard day.year == nil, day.needs == .nothing else { return true }
        if day.isInKanji { return isApart(before: start, atBlanks: true) }
        if weekday != nil { return true }
        // Not a date: `10 May deals`.
        if text.isDigit(start) { return isApart(before: start) && isApart(after: end) }
        return isApart(before: start)
            || isApart(after: end) && !isNamed(before: start, as: PageDateRole.englishOthers)
    }

    /// The year of a day that was written without it.
    private func year(ofMonth month: Int, day: Int, weekday: PageWeekday?) -> Int? {
        func isAhead(_ year: Int) -> Bool {
            distance(to: CivilTime(year: year, month: month, day: day)) > Self.farthestAhead
        }
        let latest = isAhead(today.year + 1) ? isAhead(today.year) ? today.year - 1 : today.year : today.year + 1
        if let weekday {
            // The weekday decides between the nearest years. If it fits none, the text has an error.
            for year in [latest, latest + 1, latest - 1, latest - 2]
            where day <= CivilTime.days(inMonth: month, of: year) {
                if CivilTime(year: year, month: month, day: day).weekday == weekday.number { return year }
            }
        }
        let candidate = CivilTime(year: latest, month: month, day: day)
        guard day <= CivilTime.days(inMonth: month, of: latest) else { return nil }
        return distance(to: candidate) >= -Self.farthestBack ? latest : nil
    }

    /// Days ahead and back of a day without a year, at most; together one year.
    private static let farthestAhead: Int64 = 30
    private static let farthestBack: Int64 = 335
    private func distance(to day: CivilTime) -> Int64 {
        CivilTime.daysSinceEpoch(year: day.year, month: day.month, day: day.day)
            - CivilTime.daysSinceEpoch(year: today.year, month: today.month, day: today.day)
    }

    /// The date of a day, at its beginning or at a time.
    func date(_ day: CivilTime, _ clock: PageClock?) -> WrittenDate? {
        var civil = day
        (civil.hour, civil.minute, civil.second) = (clock?.hour ?? 0, clock?.minute ?? 0, clock?.second ?? 0)
        civil.millisecond = clock?.millisecond ?? 0
        // 24:00 is the beginning of the next day.
        let isEndOfDay = civil.hour == 24
        if isEndOfDay { civil.hour = 0 }
        guard var moment = civil.timestamp() else { return nil }
        if isEndOfDay { moment = moment + .seconds(86_400) }
        guard let offset = clock?.offset else { return reading.zone.given(WrittenDate(moment)) }
        return WrittenDate(moment - .seconds(offset), offset: UTCOffset(seconds: offset))
    }

    // MARK: Times

    /// Reads a time alone: today's, or yesterday's if it is still to come.
    private func timeAlone(at start: Int) -> Finding? {
        guard let clock = PageClock(text, at: start), clock.hasMinutes, clock.hour < 24 else { return nil }
        return timeAlone(clock, from: start)
    }

    /// Reads a time alone such as `午後3時05分`.
    private func halfOfToday(at start: Int) -> Finding? {
        guard text.end(ofAny: PageClock.halves, at: start) != nil, let clock = PageClock(text, at: start),
            clock.hour < 24
        else { return nil }
        return timeAlone(clock, from: start)
    }

    private func timeAlone(_ clock: PageClock, from start: Int) -> Finding? {
        let isNamed =
            isNamed(before: start, as: PageDateRole.publication + PageDateRole.change)
            || text.end(ofAny: PageDateRole.japaneseDeeds, at: text.afterBlank(clock.end)) != nil
        guard isNamed || isChosen && start == 0 && clock.end == text.count,
            let date = date(today.atMidnight, clock)
        else { return nil }
        let isAhead = date.moment > reading.now + .seconds(Self.clockDifference)
        guard isAhead else { return Finding(date: PageDate(date, isRelative: true), range: start..<clock.end) }
        return self.date(today.daysBefore(1), clock).map {
            Finding(date: PageDate($0, isRelative: true), range: start..<clock.end)
        }
    }

    /// Seconds by which a page's clock may be ahead of ours.
    private static let clockDifference = 300

    /// Reads the time behind a day, with the separator between the two.
    func clock(behind end: Int) -> PageClock? {
        var index = end
        let isISO = text[index] == "T" || text[index] == "t"
        if isISO {
            index += 1
        } else {
            index = text.afterBlank(index)
            switch text[index] {
            case ",", "@", "|", "·", "・", "•", "-", "–", "—": index = text.afterBlank(index + 1)
            default: break
            }
            if let word = text.word(at: index), ["at", "à", "um", "kl", "klo"].contains(word.text) {
                index = text.afterBlank(text[word.end] == "." ? word.end + 1 : word.end)
            }
        }
        return PageClock(text, at: index, isISO: isISO)
    }
}

extension CivilTime {
    /// The beginning of the same day.
    var atMidnight: CivilTime { CivilTime(year: year, month: month, day: day) }

    /// The beginning of an earlier day.
    func daysBefore(_ days: Int) -> CivilTime {
        guard let midnight = atMidnight.timestamp() else { return atMidnight }
        return CivilTime(midnight - .seconds(Int64(days) * 86_400))
    }
}
