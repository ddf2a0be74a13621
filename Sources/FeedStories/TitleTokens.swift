import FeedModel

/// The words and numbers of a title, in its order.
struct TitleTokens {
    struct Token {
        var feature: UInt64
        var commonness: Lexicon.Commonness
        var nameClass: Lexicon.NameClass?
        /// Where it stands in the scalars.
        var range: Range<Int>
        var isNumber = false
        var form = Form.common
        /// Whether no ending of a verb follows.
        var isNoun = true
    }

    /// What a word looks like.
    enum Form: UInt8, Sendable {
        /// A word in small letters, of one language or the other.
        case common
        /// A capital within a sentence, or a long word in hiragana.
        case name
        /// A word of a title where each has a capital.
        case titleCase
        case katakana
        /// Two ideographs.
        case pair
    }

    /// Lower case, without diacritics.
    let scalars: [UInt32]
    private(set) var tokens: [Token] = []
    private(set) var numbers: [NumberMention] = []
    /// Names by what they end with or what follows them: the kind, and the name itself.
    private(set) var heads: [(kind: UInt64, name: UInt64)] = []

    /// Who says how many words a title may have: more are not looked at.
    static let limit = 96

    let classes: [CharacterClass]
    /// Where a word in capitals stands for itself: `US`, not `us`.
    private let isUpper: [Bool]
    private let lexicon: Lexicon

    init(_ cased: [UInt32], lexicon: Lexicon = .shared) {
        self.lexicon = lexicon
        scalars = cased.map(Latin.lowered)
        classes = scalars.map(CharacterClass.init)
        let letters = cased.lazy.filter { CharacterClass($0) == .letter }.count
        let capitals = cased.lazy.filter { $0 >= 0x41 && $0 <= 0x5A }.count
        let shouts = capitals * 10 > letters * 7
        isUpper = shouts ? [] : cased.map { $0 >= 0x41 && $0 <= 0x5A }
        var place = 0
        while place < scalars.count, tokens.count < Self.limit {
            switch classes[place] {
            case .letter: place = readLetters(from: place)
            case .digit: place = readNumber(from: place)
            case .katakana: place = readKatakana(from: place)
            case .ideograph: place = readIdeographs(from: place)
            case .hiragana: place = readHiragana(from: place)
            default: place += 1
            }
        }
        joinPhrases()
        readHeads()
        markNames(cased)
    }

    private mutating func markNames(_ cased: [UInt32]) {
        // Where every word has a capital, capitals tell nothing.
        let words = tokens.filter { classes[$0.range.lowerBound] == .letter && $0.range.count > 3 }
        let capitals = words.count { isCapital($0.range.lowerBound) }
        let tellsNames = !isUpper.isEmpty && capitals * 10 <= words.count * 7
        for index in tokens.indices where !tokens[index].isNumber {
            let range = tokens[index].range
            switch classes[range.lowerBound] {
            case .letter:
                // A first word has a capital in any case; it is a name if a second one follows.
                let isName =
                    isCapital(range.lowerBound)
                    && (index > 0
                        || index + 1 < tokens.count && isCapital(tokens[index + 1].range.lowerBound)
                            && tokens[index + 1].range.lowerBound == range.upperBound + 1)
                tokens[index].form = !tellsNames ? .titleCase : isName ? .name : .common
            case .katakana: tokens[index].form = isQuoted(range.lowerBound, range.upperBound) ? .name : .katakana
            case .hiragana: tokens[index].form = .name
            case .ideograph:
                // `続く` is a verb, `月山で` is none.
                let end = range.upperBound
                tokens[index].form = isPerson(after: range.upperBound) ? .name : .pair
                tokens[index].isNoun =
                    end >= scalars.count || classes[end] != .hiragana || Self.particles.contains(scalars[end])
            default: break
            }
        }
    }

    /// Whether a title of a person follows: `三浦選手`, `森川さん`.
    private func isPerson(after place: Int) -> Bool {
        Self.personTitles.contains { title in
            scalars.count >= place + title.count && scalars[place..<(place + title.count)].elementsEqual(title)
        }
    }

    private static let personTitles = [
        "氏", "さん", "選手", "容疑者", "被告", "監督", "投手", "首相", "大統領", "知事", "市長", "議員", "社長", "会長", "教授",
        "総裁", "竜王", "名人", "棋聖", "八段", "九段", "代表", "ら", "プロ",
    ].map { $0.unicodeScalars.map(\.value) }

    private func isCapital(_ place: Int) -> Bool { place < isUpper.count && isUpper[place] }

    /// が は を に で の と も へ や さ(ん)
    private static let particles = Set("がはをにでのともへやさ".unicodeScalars.map(\.value))

    /// `Essex county`, `university of Essex`.
    private mutating func readHeads() {
        for (index, token) in tokens.enumerated() where Lexicon.nameHeads.contains(token.feature) {
            guard index > 0 else { continue }
            let before = tokens[index - 1]
            // A place is compared as such, and a name has a capital.
            guard before.commonness == .unknown, !before.isNumber, before.nameClass == nil, !isUpper.isEmpty,
                isUpper[before.range.lowerBound], before.range.upperBound + 1 == token.range.lowerBound
            else { continue }
            heads.append((token.feature, before.feature))
        }
    }

    /// The name at the end of a run of ideographs: `富士山`, `甲府市長選`.
    private mutating func readEnding(_ start: Int, _ end: Int) {
        for count in stride(from: min(3, end - start - 1), through: 1, by: -1) {
            guard let kind = Lexicon.nameEndings[Array(scalars[(end - count)..<end])] else { continue }
            let name = scalars[max(start, end - count - 2)..<(end - count)]
            // `各駅`, `県内`: no name.
            if name.count == 1 || lexicon.word(Lexicon.key(name))?.commonness ?? .unknown != .unknown { return }
            heads.append((kind, FeatureHash.hash(.name, name)))
            return
        }
    }

    /// What is done, as bits of ``Lexicon/Action``.
    var actions: UInt32 {
        var bits = tokens.reduce(0) { $0 | lexicon.actions(of: $1.feature) }
        if Self.guideEndings.contains(where: { contains($0) }) { bits |= Lexicon.Action.guide.bit }
        return bits
    }

    /// How articles about a thing end: `書いてみた`, `始める`, `を作る`.
    private static let guideEndings = ["てみた", "てみる", "始める", "を作る", "で作る", "とは", "の書き方", "の作り方"].map {
        $0.unicodeScalars.map(\.value)
    }

    private func contains(_ word: [UInt32]) -> Bool {
        guard scalars.count >= word.count, let first = word.first else { return false }
        for start in 0...(scalars.count - word.count) where scalars[start] == first {
            if scalars[start..<(start + word.count)].elementsEqual(word) { return true }
        }
        return false
    }

    /// Whether a third of the letters is Japanese.
    var isJapanese: Bool {
        let letters = classes.lazy.filter { $0 == .letter || $0.isJapanese }.count
        return letters > 0 && classes.lazy.filter(\.isJapanese).count * 3 >= letters
    }

    static func lowered(_ cased: [UInt32]) -> [UInt32] { cased.map(Latin.lowered) }

    static func dropLongMark(_ scalars: inout [UInt32]) {
        if scalars.count > 3, scalars.last == 0x30FC { scalars.removeLast() }
    }

    private func end(of kind: CharacterClass, from start: Int) -> Int {
        var end = start
        while end < scalars.count, classes[end] == kind { end += 1 }
        return end
    }

    private mutating func append(_ word: some Sequence<UInt32>, _ range: Range<Int>) {
        if let known = lexicon.word(Lexicon.key(word)) {
            tokens.append(
                Token(
                    feature: known.feature, commonness: known.commonness, nameClass: known.nameClass, range: range))
        } else {
            tokens.append(
                Token(feature: FeatureHash.hash(.word, word), commonness: .unknown, nameClass: nil, range: range))
        }
    }

    // MARK: Latin

    private mutating func readLetters(from start: Int) -> Int {
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
        if let value = Self.numberWords[word], end + 1 < scalars.count, scalars[end] == 0x20 {
            return readNumber(from: start, end: end, value: value)
        }
        Stemmer.stem(&word)
        append(word, range)
        return end
    }

    private static let numberWords: [[UInt32]: Double] = {
        let words = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
        return Dictionary(
            uniqueKeysWithValues: words.enumerated().map { ($1.unicodeScalars.map(\.value), Double($0 + 2)) })
    }()

    private mutating func readNumber(from start: Int, end: Int, value: Double) -> Int {
        let reader = NumberReader(
            scalars: scalars, classes: classes, before: tokens.last, prefix: nil, lexicon: lexicon)
        return append(reader.read(value, from: start, to: end), from: start)
    }

    /// Makes one token of names such as `new york`.
    private mutating func joinPhrases() {
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
                    scalars[end] == 0x20 || scalars[end] == 0x2D || part.range.lowerBound == end
                else { return false }
            }
            end = part.range.upperBound
        }
        return true
    }

    // MARK: Japanese

    private mutating func readKatakana(from start: Int) -> Int {
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
    private mutating func readHiragana(from start: Int) -> Int {
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
    private func isQuoted(_ start: Int, _ end: Int) -> Bool {
        start > 0 && end < scalars.count
            && (scalars[start - 1] == 0x300C && scalars[end] == 0x300D
                || scalars[start - 1] == 0x300E && scalars[end] == 0x300F)
    }

    private static let endParticles = Set("がはをにでの".unicodeScalars.map(\.value))
    private static let inflections = Set("すずるたいうくぐてばらりれんとどもかねよ".unicodeScalars.map(\.value))

    /// Known words are taken as a whole, longest first; the rest becomes pairs.
    private mutating func readIdeographs(from start: Int) -> Int {
        let end = self.end(of: .ideograph, from: start)
        var place = start
        var unknown = start
        while place < end {
            // A single ideograph is a word only if it stands alone.
            let least = place == start && end == start + 1 ? 1 : 2
            guard let word = knownWord(at: place, least: least) else {
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

    private mutating func appendPairs(_ range: Range<Int>) {
        guard range.count >= 2 else { return }
        for start in range.lowerBound..<(range.upperBound - 1) {
            tokens.append(
                Token(
                    feature: FeatureHash.hash(.word, scalars[start..<(start + 2)]), commonness: .unknown,
                    nameClass: nil, range: start..<(start + 2)))
        }
    }

    // MARK: Numbers

    private mutating func readNumber(from start: Int, prefix: UInt32? = nil) -> Int {
        let reader = NumberReader(
            scalars: scalars, classes: classes, before: tokens.last, prefix: prefix, lexicon: lexicon)
        let read = reader.read(from: start)
        return append(read, from: start)
    }

    private mutating func append(_ read: NumberReader.Reading, from start: Int) -> Int {
        numbers += read.mentions
        for value in read.values {
            tokens.append(
                Token(
                    feature: FeatureHash.combine(.number, value.bitPattern, 0),
                    commonness: value == value.rounded() && value < 100 ? (value < 13 ? .general : .field) : .unknown,
                    nameClass: nil, range: start..<read.end, isNumber: true))
        }
        return max(read.end, start + 1)
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
