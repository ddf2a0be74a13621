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
    var tokens: [Token] = []
    var numbers: [NumberMention] = []
    /// The values of all numbers, those without a unit too.
    var numberValues: [Double] = []
    /// Names by what they end with or what follows them: the kind, and the name itself.
    var heads: [(kind: UInt64, name: UInt64)] = []

    /// Who says how many words a title may have: more are not looked at.
    static let limit = 96

    let classes: [CharacterClass]
    /// Where a word in capitals stands for itself: `US`, not `us`.
    let isUpper: [Bool]
    let lexicon: Lexicon

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
        readQuotedNames()
        readDeaths()
        markNames(cased)
    }

    /// What is done, as bits of ``Lexicon/Action``.
    var actions: UInt32 {
        var bits = tokens.reduce(0) { $0 | lexicon.actions(of: $1.feature) }
        if Self.guideEndings.isFound(in: scalars) { bits |= Lexicon.Action.guide.bit }
        return bits
    }

    /// How articles about a thing end: `書いてみた`, `始める`, `を作る`.
    private static let guideEndings = TitlePhrases([
        "てみた", "てみる", "始める", "を作る", "で作る", "とは", "の書き方", "の作り方", "する方法", "の方法", "手順", "した話", "する話", "った話",
        "を調べた", "を使って", "を使った", "を使う", "を試す", "を試した", "を理解", "を学ぶ", "学んだこと", "で動かす", "を書く", "を書いた", "で遊ぶ",
    ])

    /// `Python 3.14 is out`, `Gemini 3 is here`.
    var saysItIsOut: Bool { Self.outPhrases.isFound(in: scalars) }

    private static let outPhrases = TitlePhrases(["is out", "are out", "now out", "is here", "are here", "out now"])

    /// Whether a third of the letters is Japanese.
    var isJapanese: Bool {
        let letters = classes.lazy.filter { $0 == .letter || $0.isJapanese }.count
        return letters > 0 && classes.lazy.filter(\.isJapanese).count * 3 >= letters
    }

    static func lowered(_ cased: [UInt32]) -> [UInt32] { cased.map(Latin.lowered) }

    static func dropLongMark(_ scalars: inout [UInt32]) {
        if scalars.count > 3, scalars.last == 0x30FC { scalars.removeLast() }
    }

    func end(of kind: CharacterClass, from start: Int) -> Int {
        var end = start
        while end < scalars.count, classes[end] == kind { end += 1 }
        return end
    }

    mutating func append(_ word: some Sequence<UInt32>, _ range: Range<Int>) {
        if let known = lexicon.word(Lexicon.key(word)) {
            tokens.append(
                Token(
                    feature: known.feature, commonness: known.commonness, nameClass: known.nameClass, range: range))
        } else {
            tokens.append(
                Token(feature: FeatureHash.hash(.word, word), commonness: .unknown, nameClass: nil, range: range))
        }
    }

    // MARK: Numbers

    mutating func readNumber(from start: Int, prefix: UInt32? = nil) -> Int {
        let reader = NumberReader(
            scalars: scalars, classes: classes, before: tokens.last, prefix: prefix, lexicon: lexicon)
        let read = reader.read(from: start)
        return append(read, from: start)
    }

    mutating func append(_ read: NumberReader.Reading, from start: Int) -> Int {
        numbers += read.mentions
        numberValues += read.values
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
