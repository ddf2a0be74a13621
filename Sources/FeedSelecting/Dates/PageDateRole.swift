/// The role of a date by the words beside it; the most probable date of publication comes first.
enum PageDateRole: Int, Comparable {
    case published, unnamed, changed
    /// The beginning or end of a period, a deadline, an event.
    case another

    static func < (left: PageDateRole, right: PageDateRole) -> Bool { left.rawValue < right.rawValue }

    static let publication = [
        "公開", "掲載", "投稿", "配信", "発表", "登録", "発信", "作成", "published", "posted", "submitted", "created", "released",
    ]
    static let change = ["更新", "改定", "改訂", "修正", "updated", "modified", "edited"]
    /// Words for actions that may follow a date.
    static let japaneseDeeds = ["公開", "掲載", "投稿", "配信", "発表", "更新", "登録", "付"]
    static let englishOthers = [
        "due", "until", "till", "before", "by", "from", "to", "since", "through", "after", "deadline", "closes", "ends",
        "starts", "begins", "expires", "between", "of", "next",
    ]
    fileprivate static let japaneseOthers = ["締切", "締め切り", "〆切", "期限", "期間", "開催", "開始", "終了", "受付", "申込", "発売"]
    fileprivate static let endings = ["まで", "締切", "締め切り", "〆切", "必着", "から", "より", "~"]
    /// Particles that make a date part of a sentence.
    fileprivate static let particles = [
        "に", "は", "の", "で", "も", "が", "を", "と", "へ", "以降", "以前", "現在", "時点", "頃", "ごろ", "号", "版", "分",
    ]
}

extension PageDateFinder {
    /// The role of a date by the words directly before and behind it.
    func role(of range: Range<Int>) -> PageDateRole {
        if text.end(ofAny: PageDateRole.endings, at: text.afterBlank(range.upperBound)) != nil { return .another }
        // A range of dates: `11/22-12/5`, `Nov 22–24`.
        if text[range.upperBound] == "-" || text[range.upperBound] == "–", text.isDigit(range.upperBound + 1) {
            return .another
        }
        let start = text.isBlank(range.lowerBound - 1) ? range.lowerBound - 1 : range.lowerBound
        if text[start - 1] == "~" { return .another }
        if let end = text.end(ofAny: PageDateRole.japaneseDeeds, at: text.afterBlank(range.upperBound)),
            !text.isBlank(range.upperBound)
        {
            return text.lowercased(range.upperBound..<end) == "更新" ? .changed : .published
        }
        if isNamed(before: range.lowerBound, as: PageDateRole.publication) { return .published }
        if isNamed(before: range.lowerBound, as: PageDateRole.change) { return .changed }
        let others = PageDateRole.japaneseOthers + PageDateRole.englishOthers
        return isNamed(before: range.lowerBound, as: others, alone: true) ? .another : .unnamed
    }

    /// Whether one of `words` is before a date, with only punctuation and "day" in between.
    ///
    /// - Parameter alone: whether the word must not be the end of a longer one, as at the end of a title.
    func isNamed(before start: Int, as words: [String], alone: Bool = false) -> Bool {
        var end = start
        var hasColon = false
        while end > 0, start - end < 4,
            text.isBlank(end - 1) || [":", "]", ")", "】", "|", "/", "・"].contains(text[end - 1])
        {
            if text[end - 1] == ":" { hasColon = true }
            end -= 1
        }
        if text[end - 1] == "時", text[end - 2] == "日" { end -= 1 }
        if text[end - 1] == "日" { end -= 1 }
        if text.lowercased(end - 3..<end) == " on" || text.lowercased(end - 3..<end) == " at" { end -= 3 }
        let label = text.lowercased(max(0, end - 10)..<end)
        guard let word = words.first(where: label.hasSuffix) else { return false }
        let before = end - word.unicodeScalars.count - 1
        if text.isLetter(end - 1) { return !text.isLetter(before) }
        return !alone || hasColon || !text.isIdeograph(before)
    }

    /// Whether a sentence continues behind a date in kanji.
    func isInSentence(_ end: Int) -> Bool { text.end(ofAny: PageDateRole.particles, at: end) != nil }

    /// Whether no word is directly before; with `atBlanks` a word before a blank is allowed.
    func isApart(before start: Int, atBlanks: Bool = false) -> Bool {
        if isNamed(before: start, as: PageDateRole.publication + PageDateRole.change) { return true }
        return isSign(text.isBlank(start - 1) && text[start - 1] != "\n" && !atBlanks ? start - 2 : start - 1)
    }

    /// Whether no word is directly behind, or one of publication; with `atBlanks` a word behind a blank is allowed.
    func isApart(after end: Int, atBlanks: Bool = false) -> Bool {
        let next = text.afterBlank(end)
        if text.end(ofAny: PageDateRole.japaneseDeeds + ["に投稿", "に公開", "に更新"], at: next) != nil { return true }
        if let word = text.word(at: next), ["by", "in", "on", "at"].contains(word.text) { return true }
        return isSign(text[end] == " " && !atBlanks ? end + 1 : end)
    }

    /// Whether there is no letter and no digit at the position, or no character at all.
    private func isSign(_ index: Int) -> Bool {
        !text.isLetter(index) && !text.isIdeograph(index) && !text.isDigit(index)
    }
}
