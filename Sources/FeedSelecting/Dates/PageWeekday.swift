/// A weekday in a text.
struct PageWeekday {
    /// 0 = Sunday … 6 = Saturday; nil for a holiday (`祝`) without a weekday.
    let number: Int?

    fileprivate init(number: Int?) { self.number = number }

    private static let kanji: [Unicode.Scalar] = ["日", "月", "火", "水", "木", "金", "土"]
    private static let names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let shortNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat", "tues", "weds", "thur", "thurs"]
    private static let numbersOfShortNames = [0, 1, 2, 3, 4, 5, 6, 2, 3, 4, 4]

    /// Reads an English name in lower case.
    init?(_ word: String) {
        if let number = Self.names.firstIndex(of: word) {
            self.number = number
        } else if let place = Self.shortNames.firstIndex(of: word) {
            number = Self.numbersOfShortNames[place]
        } else {
            return nil
        }
    }

    fileprivate init?(kanji scalar: Unicode.Scalar) {
        guard let number = Self.kanji.firstIndex(of: scalar) else { return nil }
        self.number = number
    }
}

extension PageDateFinder {
    /// Reads a weekday behind a day and moves `end` behind it: `（日）`, `(月・祝)`, `日曜日`, ` Sun`, `[Sun]`.
    func weekday(at end: inout Int) -> PageWeekday? {
        let start = text.afterBlank(end)
        let (inside, close): (Int, Unicode.Scalar?) =
            switch text[start] {
            case "(": (text.afterBlank(start + 1), ")")
            case "[": (text.afterBlank(start + 1), "]")
            case "〔": (start + 1, "〕")
            case "【": (start + 1, "】")
            case ",": (text.afterBlank(start + 1), nil)
            default: (start, nil)
            }
        if let word = text.word(at: inside), let weekday = PageWeekday(word.text) {
            var behind = text[word.end] == "." ? word.end + 1 : word.end
            if let close {
                guard text[behind] == close else { return nil }
                behind += 1
            }
            end = behind
            return weekday
        }
        guard let close else {
            guard let weekday = PageWeekday(kanji: text[inside]),
                let behind = text.end(ofAny: ["曜日", "曜"], at: inside + 1)
            else { return nil }
            end = behind
            return weekday
        }
        let weekday = PageWeekday(kanji: text[inside]) ?? (text[inside] == "祝" ? PageWeekday(number: nil) : nil)
        guard let weekday, let behind = (inside + 1...inside + Self.longestWeekday).first(where: { text[$0] == close })
        else { return nil }
        end = behind + 1
        return weekday
    }

    /// Characters of the longest weekday, `日曜日・祝日`.
    private static let longestWeekday = 6

    /// Reads a weekday before a day: `Sun, `, `Sunday `.
    func weekday(before start: Int) -> PageWeekday? {
        var end = start
        if text.isBlank(end - 1) { end -= 1 }
        if text[end - 1] == "," || text[end - 1] == "." { end -= 1 }
        var begin = end
        while text.isLetter(begin - 1), end - begin < 10 { begin -= 1 }
        return PageWeekday(text.lowercased(begin..<end))
    }
}
