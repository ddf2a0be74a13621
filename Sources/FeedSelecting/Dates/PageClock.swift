import FeedModel

/// A time of day in a text: `9:30`, `09:30:15 JST`, `9時30分`, `午後3時05分`, `6 pm`, `正午`.
struct PageClock {
    /// 0...24; 24 only for `24:00`.
    var hour = 0
    var minute = 0
    var second = 0
    var millisecond = 0
    /// Seconds east of UTC; nil if the text has no offset.
    var offset: Int?
    /// Whether the text has minutes, not only an hour.
    var hasMinutes = false
    var end: Int

    private enum Half { case morning, afternoon }

    /// The Japanese words that may be before a time.
    static let halves = ["午前", "午後"]

    /// Nil if no time begins there. `isISO` means that `T` was before it, so an offset may follow directly.
    init?(_ text: PageText, at start: Int, isISO: Bool = false) {
        end = start
        if let noon = text.end(ofAny: ["正午"], at: start) {
            (hour, end) = (12, noon)
            return
        }
        var half: Half?
        if let behind = text.end(ofAny: Self.halves, at: start) {
            half = text[start + 1] == "前" ? .morning : .afternoon
            end = text.afterBlank(behind)
        } else if let named = Self.half(text, at: start), text.isDigit(text.afterBlank(named.end)) {
            half = named.half
            end = text.afterBlank(named.end)
        }
        guard let number = text.number(at: end, digits: 1...2) else { return nil }
        (hour, end) = (number.value, number.end)
        if text[end] == ":" {
            guard readFigures(text) else { return nil }
        } else if text[text.afterBlank(end)] == "時" {
            guard readKanji(text) else { return nil }
        } else {
            guard half == nil, let named = Self.half(text, at: text.afterBlank(end)) else { return nil }
            (half, end) = (named.half, named.end)
        }
        if half == nil, hasMinutes, let named = Self.half(text, at: text.afterBlank(end)) {
            (half, end) = (named.half, named.end)
        }
        if let half {
            guard (0...12).contains(hour) || half == .afternoon && hour < 24 else { return nil }
            if hour <= 12 { hour = hour % 12 + (half == .afternoon ? 12 : 0) }
        }
        guard hour < 24 || hour == 24 && minute == 0 && second == 0, minute < 60, second < 60 else { return nil }
        readOffset(text, isISO: isISO)
    }

    /// Reads `:30`, `:30:15` or `:30:15.250`.
    private mutating func readFigures(_ text: PageText) -> Bool {
        guard let minute = text.number(at: end + 1, digits: 2...2) else { return false }
        (self.minute, end, hasMinutes) = (minute.value, minute.end, true)
        guard text[end] == ":" else { return true }
        guard let second = text.number(at: end + 1, digits: 2...2) else { return false }
        // A leap second becomes the last second of its minute.
        (self.second, end) = (min(second.value, 60) == 60 ? 59 : second.value, second.end)
        if text[end] == ".", text.isDigit(end + 1) {
            end += 1
            var scale = 100
            while text.isDigit(end) {
                millisecond += Int(text[end].value - 0x30) * scale
                scale /= 10
                end += 1
            }
        }
        return text[end] != ":" && second.value <= 60
    }

    /// Reads `時`, `時半`, `時30分` or `時30分15秒`. `3時間` is not a time.
    private mutating func readKanji(_ text: PageText) -> Bool {
        end = text.afterBlank(end) + 1
        if text[end] == "間" { return false }
        if text[end] == "半" {
            (minute, hasMinutes) = (30, true)
            end += 1
            return true
        }
        if let minute = Self.number(text, at: end, before: "分") {
            (self.minute, end, hasMinutes) = (minute.value, minute.end, true)
            if let second = Self.number(text, at: end, before: "秒") { (self.second, end) = (second.value, second.end) }
        }
        return text[end] != "前"
    }

    private static func number(_ text: PageText, at index: Int, before unit: Unicode.Scalar) -> (value: Int, end: Int)?
    {
        guard let number = text.number(at: text.afterBlank(index), digits: 1...2) else { return nil }
        let end = text.afterBlank(number.end)
        return text[end] == unit ? (number.value, end + 1) : nil
    }

    /// Reads `pm`, `a.m.` or `PM`.
    private static func half(_ text: PageText, at index: Int) -> (half: Half, end: Int)? {
        let half: Half
        switch text[index] {
        case "a", "A": half = .morning
        case "p", "P": half = .afternoon
        default: return nil
        }
        let letter = text[index + 1] == "." ? index + 2 : index + 1
        guard text[letter] == "m" || text[letter] == "M", !text.isLetter(letter + 1) else { return nil }
        return (half, letter > index + 1 && text[letter + 1] == "." ? letter + 2 : letter + 1)
    }

    /// Reads `Z`, `+0900`, `+09:00`, ` JST` or `(JST)`. `10:30-11:00` is a range of times without an offset.
    private mutating func readOffset(_ text: PageText, isISO: Bool) {
        guard hasMinutes else { return }
        let index = text.afterBlank(end)
        if text[index] == "Z", !text.isLetter(index + 1), isISO || index > end {
            (offset, end) = (0, index + 1)
            return
        }
        if text[index] == "+" || text[index] == "-" {
            guard let hours = text.number(at: index + 1, digits: 1...4) else { return }
            var (value, end) = (hours.value, hours.end)
            if end - index == 3, text[end] == ":", isISO || text[index] == "+",
                let minutes = text.number(at: end + 1, digits: 2...2)
            {
                (value, end) = (value * 100 + minutes.value, minutes.end)
            } else if end - index != 5 {
                guard isISO, end - index == 3 else { return }
                value *= 100
            }
            guard value / 100 <= 14, value % 100 < 60 else { return }
            let seconds = (value / 100 * 60 + value % 100) * 60
            (offset, self.end) = (text[index] == "-" ? -seconds : seconds, end)
            return
        }
        let isInBrackets = text[index] == "("
        let start = isInBrackets ? index + 1 : index
        guard start > end, let word = text.word(at: start), (3...5).contains(word.end - start),
            (start..<word.end).allSatisfy({ ("A"..."Z").contains(text[$0]) }), !isInBrackets || text[word.end] == ")",
            let seconds = FeedDate.offset(ofZoneNamed: word.text)
        else { return }
        (offset, end) = (seconds, isInBrackets ? word.end + 1 : word.end)
    }
}
