/// What is known beforehand of words: how common they are in headlines, which say the same, and which name things of
/// one kind.
struct Lexicon: Sendable {
    /// How common a word is before any headline was counted.
    enum Commonness: UInt8, Sendable, Comparable {
        /// Names and words of one event.
        case unknown
        /// Words of a field: `election`, `決算`.
        case field
        /// Words of any headline: `says`, `発表`.
        case general
        /// Words without weight: `the`, `について`.
        case stop

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// Things of which one headline names different ones only when it tells of different events.
    enum NameClass: UInt8, Sendable, CaseIterable {
        case place, company, team, product, league, month, quarter, weekday, part, subject, road, school
    }

    struct Word: Sendable {
        /// The feature; synonyms share it.
        var feature: UInt64
        var commonness: Commonness
        var nameClass: NameClass?
    }

    static let shared = Lexicon()

    private let words: FeatureTable<Word?>
    /// For each letter from U+3041 to U+9FFF, the length of the longest word that begins with it.
    private let lengths: [UInt8]
    /// Features of the words with which a phrase begins.
    private let phraseBeginnings: Set<UInt64>
    /// For a place, the one that it lies in.
    private let parents: [UInt64: UInt64]
    /// For words that tell what is done, the bits of ``Action``.
    private let actionBits: [UInt64: UInt32]
    /// The most Latin words of a name.
    static let longestPhrase = 3

    init() {
        var words: [UInt64: Word] = [:]
        var firstWords: [[UInt32]] = []
        var lengths = [UInt8](repeating: 0, count: 0x6FC0)
        func note(_ form: [UInt32]) {
            if let blank = form.firstIndex(of: 0x20) { firstWords.append(Array(form[..<blank])) }
            if let code = form.first, (0x3041...0x9FFF).contains(code) {
                let place = Int(code - 0x3041)
                lengths[place] = max(lengths[place], UInt8(clamping: form.count))
            }
        }
        func add(_ line: Substring, _ commonness: Commonness, _ nameClass: NameClass?) {
            for item in line.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
                let forms = item.split(separator: "=").map { Self.folded($0) }
                guard let first = forms.first else { continue }
                // A name of two classes stays what it was first.
                let known = words[Self.key(first)]
                let feature = known?.feature ?? FeatureHash.hash(.word, first)
                for form in forms {
                    let key = Self.key(form)
                    note(form)
                    if words[key] == nil {
                        words[key] = Word(feature: feature, commonness: commonness, nameClass: nameClass)
                    }
                }
            }
        }
        var parents: [UInt64: UInt64] = [:]
        var parent: UInt64?
        for item in Self.places.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if item.last == ">" {
                parent = item.count == 1 ? nil : words[Self.key(Self.folded(item.dropLast()))]?.feature
                continue
            }
            add(item, .unknown, .place)
            let first = item.split(separator: "=").first ?? item
            if let parent, let feature = words[Self.key(Self.folded(first))]?.feature { parents[feature] = parent }
        }
        // A name that is as common as other words.
        words[Self.key("日本".unicodeScalars.map(\.value))]?.commonness = .general
        for (nameClass, text) in Self.names { add(text[...], .unknown, nameClass) }
        for (commonness, text) in Self.commonWords { add(text[...], commonness, nil) }
        Self.joinSynonyms(in: &words)
        for item in (Self.synonyms + "\n" + Self.eventWords).split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            note(Self.folded(item))
        }
        var actionBits: [UInt64: UInt32] = [:]
        for (action, text) in Self.actions {
            for form in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
                let word = Self.folded(form)
                add(form, .field, nil)
                if let feature = words[Self.key(word)]?.feature { actionBits[feature, default: 0] |= action.bit }
            }
        }
        var table = FeatureTable<Word?>(capacity: words.count, empty: nil)
        for (key, word) in words { table[key] = word }
        self.lengths = lengths
        phraseBeginnings = Set(
            firstWords.map { words[Self.key($0)]?.feature ?? FeatureHash.hash(.word, $0) })
        (self.words, self.parents, self.actionBits) = (table, parents, actionBits)
    }

    /// Returns the places that a place lies in.
    func ancestors(of place: UInt64) -> [UInt64] {
        var result: [UInt64] = []
        var place = place
        while let parent = parents[place], result.count < 4 {
            result.append(parent)
            place = parent
        }
        return result
    }

    /// Returns the bits of what a word says is done.
    func actions(of feature: UInt64) -> UInt32 { actionBits[feature] ?? 0 }

    /// Returns how many letters a Japanese word has at most that begins with `code`; 0 if there is none.
    func longestWord(from code: UInt32) -> Int {
        (0x3041...0x9FFF).contains(code) ? Int(lengths[Int(code - 0x3041)]) : 0
    }

    /// Whether a phrase begins with a word.
    func beginsPhrase(_ feature: UInt64) -> Bool { phraseBeginnings.contains(feature) }

    /// Looks a word up by ``key(_:)``.
    func word(_ key: UInt64) -> Word? { words[key] }

    static func key(_ scalars: some Sequence<UInt32>) -> UInt64 { FeatureHash.hash(.name, scalars) }

    /// A form as the tokenizer sees it: stems of Latin words, `_` as a blank, no long mark at the end of katakana.
    static func folded(_ form: Substring) -> [UInt32] {
        var result: [UInt32] = []
        for part in form.split(separator: "_") {
            var scalars = part.unicodeScalars.map(\.value)
            Stemmer.stem(&scalars)
            TitleTokens.dropLongMark(&scalars)
            if !result.isEmpty { result.append(0x20) }
            result += scalars
        }
        return result
    }
}
