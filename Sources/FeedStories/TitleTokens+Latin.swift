/// Words of Latin letters.
extension TitleTokens {
    mutating func readLetters(from start: Int) -> Int {
        // `u.s.`
        var end = start
        while end + 1 < scalars.count, classes[end] == .letter, scalars[end + 1] == 0x2E,
            end + 2 >= scalars.count || classes[end + 2] != .letter || end + 3 >= scalars.count
                || scalars[end + 3] == 0x2E || classes[end + 3] != .letter
        { end += 2 }
        if end > start + 2 {
            append(scalars[start..<(end - 1)], start..<(end - 1))
            return end
        }
        end = self.end(of: .letter, from: start)
        // `at&t`, `jr東`
        if end + 1 < scalars.count, scalars[end] == 0x26, classes[end + 1] == .letter {
            end = self.end(of: .letter, from: end + 1)
        }
        // `jr東日本`, `nttドコモ`
        if end < scalars.count, classes[end].isJapanese, let name = mixedName(from: start, latinEnd: end) {
            tokens.append(name)
            return name.range.upperBound
        }
        var word = Array(scalars[start..<end])
        let range = start..<end
        if word.count == 2, word == [0x75, 0x73], !isUpper.isEmpty, isUpper[start], isUpper[start + 1] {
            word = [0x75, 0x2E, 0x73]
        }
        if word.count == 1, word[0] == 0x6D || word[0] == 0x76, end < scalars.count, classes[end] == .digit {
            // `M5.2` and `v1.2`: the number says it.
            return readNumber(from: end, prefix: word[0])
        }
        // The `s` of `Trump's`.
        if word.count == 1, word[0] == 0x73, start > 0, scalars[start - 1] == 0x27 { return end }
        if word.count == 1, classes[start] == .letter, word[0] < 0x7F, end >= scalars.count || classes[end] != .digit {
            return end
        }
        if let value = Self.turnWords[word], let last = tokens.last, last.range.upperBound == start - 1,
            NumberReader.isTurn(String(scalars: scalars[last.range].prefix(12)))
        {
            return readNumber(from: start, end: end, value: value)
        }
        if let value = Self.numberWords[word], end + 1 < scalars.count, scalars[end] == 0x20 {
            return readNumber(from: start, end: end, value: value)
        }
        if let value = Self.ordinalWords[word], end + 1 < scalars.count, scalars[end] == 0x20 {
            let noun = (end + 1)..<self.end(of: .letter, from: end + 1)
            if NumberReader.isTurn(String(scalars: scalars[noun].prefix(12))) {
                var stem = Array(scalars[noun])
                Stemmer.stem(&stem)
                let context = lexicon.word(Lexicon.key(stem))?.feature ?? FeatureHash.hash(.word, stem)
                numbers.append(NumberMention(kind: .ordinal, context: context, value: value))
            }
        }
        Stemmer.stem(&word)
        append(word, range)
        return end
    }

    /// `third season`, as `season 3`.
    private static let ordinalWords: [[UInt32]: Double] = {
        let words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
        return Dictionary(
            uniqueKeysWithValues: words.enumerated().map { ($1.unicodeScalars.map(\.value), Double($0 + 1)) })
    }()

    /// A known name of Latin letters that goes on in Japanese.
    private func mixedName(from start: Int, latinEnd: Int) -> Token? {
        for end in stride(from: min(latinEnd + Self.longestMixedEnding, scalars.count), to: latinEnd, by: -1) {
            guard classes[end - 1].isJapanese, let known = lexicon.word(Lexicon.key(scalars[start..<end])) else {
                continue
            }
            return Token(
                feature: known.feature, commonness: known.commonness, nameClass: known.nameClass, range: start..<end)
        }
        return nil
    }

    /// How many Japanese letters a name of both scripts has at most behind the Latin ones.
    private static let longestMixedEnding = 4

    private static let numberWords: [[UInt32]: Double] = {
        let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
        return Dictionary(
            uniqueKeysWithValues: words.enumerated().map { ($1.unicodeScalars.map(\.value), Double($0 + 2)) })
    }()

    /// Numbers in words after `day`, `part` and the like: `Day One` too.
    private static let turnWords = numberWords.merging(
        [("zero", 0.0), ("one", 1.0)].map { ($0.0.unicodeScalars.map(\.value), $0.1) }, uniquingKeysWith: { $1 })

    private mutating func readNumber(from start: Int, end: Int, value: Double) -> Int {
        let reader = NumberReader(
            scalars: scalars, classes: classes, before: tokens.last, prefix: nil, lexicon: lexicon)
        return append(reader.read(value, from: start, to: end), from: start)
    }

    /// Makes one token of names such as `new york`.
    mutating func joinPhrases() {
        var index = 0
        while index + 1 < tokens.count {
            guard lexicon.beginsPhrase(tokens[index].feature) else {
                index += 1
                continue
            }
            for count in stride(from: min(Lexicon.longestPhrase, tokens.count - index), through: 2, by: -1) {
                let parts = tokens[index..<(index + count)]
                guard let first = parts.first, let last = parts.last, isPhrase(parts) else { continue }
                var words: [UInt32] = []
                for part in parts {
                    if !words.isEmpty { words.append(0x20) }
                    var word = Array(scalars[part.range])
                    Stemmer.stem(&word)
                    words += word
                }
                guard let known = lexicon.word(Lexicon.key(words)) else { continue }
                let range = first.range.lowerBound..<last.range.upperBound
                tokens.replaceSubrange(
                    index..<(index + count),
                    with: [
                        Token(
                            feature: known.feature, commonness: known.commonness, nameClass: known.nameClass,
                            range: range)
                    ])
                break
            }
            index += 1
        }
    }

    private func isPhrase(_ parts: ArraySlice<Token>) -> Bool {
        var end: Int?
        for part in parts {
            guard !part.isNumber, classes[part.range.lowerBound] == .letter else { return false }
            if let end {
                guard part.range.lowerBound == end + 1 || part.range.lowerBound == end,
                    scalars[end] == 0x20 || scalars[end] == 0x2D || scalars[end] == 0x2E || part.range.lowerBound == end
                else { return false }
            }
            end = part.range.upperBound
        }
        return true
    }
}

/// Latin letters without their marks.
enum Latin {
    private static let plain: [UInt32] = {
        let letters =
            "aaaaaaæceeeeiiiiðnooooo×ouuuuyþßaaaaaaæceeeeiiiiðnooooo÷ouuuuyþy"
            + "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiıjjjjkkĸllllllllllnnnnnnnnnooooooœœrrrrrrssssssss"
            + "ttttttuuuuuuuuuuuuwwyyyzzzzzzs"
        return letters.unicodeScalars.map(\.value)
    }()

    static func lowered(_ code: UInt32) -> UInt32 {
        switch code {
        case 0x41...0x5A: code | 0x20
        case 0..<0xC0: code
        case 0xC0..<(0xC0 + UInt32(plain.count)): plain[Int(code - 0xC0)]
        case 0x391...0x3A9, 0x410...0x42F: code + 0x20
        default: code
        }
    }
}
