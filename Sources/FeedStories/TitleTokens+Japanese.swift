/// Words in katakana, hiragana and ideographs.
extension TitleTokens {
    mutating func readKatakana(from start: Int) -> Int {
        let end = self.end(of: .katakana, from: start)
        if let word = knownWord(at: start, least: end - start + 1) {
            tokens.append(word)
            return word.range.upperBound
        }
        var word = Array(scalars[start..<end])
        Self.dropLongMark(&word)
        guard word.count >= 2 else { return end }
        append(word, start..<end)
        return end
    }

    /// A name in hiragana: a long run that does not end as verbs and particles do.
    mutating func readHiragana(from start: Int) -> Int {
        let end = self.end(of: .hiragana, from: start)
        if start == 0 || classes[start - 1] != .ideograph, let word = knownWord(at: start, least: 2) {
            tokens.append(word)
            return word.range.upperBound
        }
        var last = end
        if last - start > 4, Self.endParticles.contains(scalars[last - 1]) { last -= 1 }
        if isQuoted(start, end), end - start >= 2 {
            append(scalars[start..<end], start..<end)
            return end
        }
        guard last - start >= 4, !Self.inflections.contains(scalars[last - 1]),
            start == 0 || classes[start - 1] != .ideograph
        else { return end }
        append(scalars[start..<last], start..<last)
        return end
    }

    /// Whether a text is all that stands between two brackets: a title or a name.
    func isQuoted(_ start: Int, _ end: Int) -> Bool {
        start > 0 && end < scalars.count
            && (scalars[start - 1] == 0x300C && scalars[end] == 0x300D
                || scalars[start - 1] == 0x300E && scalars[end] == 0x300F)
    }

    private static let endParticles = Set("がはをにでの".unicodeScalars.map(\.value))
    private static let inflections = Set("すずるたいうくぐてばらりれんとどもかねよ".unicodeScalars.map(\.value))

    /// Known words are taken as a whole, longest first; the rest becomes pairs.
    mutating func readIdeographs(from start: Int) -> Int {
        let end = self.end(of: .ideograph, from: start)
        var place = start
        var unknown = start
        while place < end {
            // A single ideograph is a word only if it stands alone.
            let least = place == start && end == start + 1 ? 1 : 2
            guard let word = knownWord(at: place, least: least), !isOfLongerPlace(word, runStart: unknown) else {
                place += 1
                continue
            }
            appendPairs(unknown..<place)
            tokens.append(word)
            place = word.range.upperBound
            unknown = place
        }
        if place == end { readEnding(start, end) }
        if unknown < end { appendPairs(unknown..<end) }
        return max(place, end)
    }

    /// Returns the longest known word that begins at a place; it may go on in kana, as `値上げ` does.
    private func knownWord(at place: Int, least: Int) -> Token? {
        let longest = min(lexicon.longestWord(from: scalars[place]), scalars.count - place)
        guard longest >= least else { return nil }
        for count in stride(from: longest, through: least, by: -1) {
            guard let known = lexicon.word(Lexicon.key(scalars[place..<(place + count)])) else { continue }
            return Token(
                feature: known.feature, commonness: known.commonness, nameClass: known.nameClass,
                range: place..<(place + count))
        }
        return nil
    }

    /// `津市` within `中津市` and `広島市` within `北広島市` are other towns.
    private func isOfLongerPlace(_ word: Token, runStart: Int) -> Bool {
        word.nameClass == .place && word.range.lowerBound == runStart + 1
            && Self.placePrefixes.contains(scalars[runStart])
    }

    private static let placePrefixes = Set("北東南西中上下大小新".unicodeScalars.map(\.value))

    private mutating func appendPairs(_ range: Range<Int>) {
        guard range.count >= 2 else { return }
        for start in range.lowerBound..<(range.upperBound - 1) {
            tokens.append(
                Token(
                    feature: FeatureHash.hash(.word, scalars[start..<(start + 2)]), commonness: .unknown,
                    nameClass: nil, range: start..<(start + 2)))
        }
    }
}
