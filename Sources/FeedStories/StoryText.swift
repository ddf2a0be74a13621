import FeedModel

/// An article cut into features once, so that many comparisons are cheap.
public struct StoryText: Sendable {
    /// The hashes of all words and character n-grams, each once, in ascending order: what document frequencies count.
    public var features: [UInt64] {
        var all = words.map(\.feature) + grams.map(\.feature)
        all.sort()
        return all
    }

    /// The hash of the headline without its publisher; equal headlines have equal hashes.
    public let titleHash: UInt64

    struct Feature {
        var feature: UInt64
        var count: UInt16
        var commonness: Lexicon.Commonness
        /// The piece of the title it comes from; pairs of one run of ideographs share it.
        var piece: UInt8
        var nameClass: Lexicon.NameClass?
        var isNumber = false
        var form = TitleTokens.Form.common
        var isNoun = true
        /// Whether it is a word of Latin letters.
        var isLatin = false
        /// Whether it is a part of the name that the word before it begins.
        var joins = false
        /// Its number in the title; words without weight are counted too.
        var ordinal: UInt8 = 0
        var start: UInt16 = 0
        var end: UInt16 = 0
    }

    /// Sorted by feature.
    let words: [Feature]
    struct Gram {
        var feature: UInt64
        var count: UInt16
        var commonness: Lexicon.Commonness
    }

    /// Sorted by feature.
    let grams: [Gram]
    let numbers: [NumberMention]
    /// Words of the summary's beginning, sorted; empty where it is too short to tell anything.
    let summary: [Gram]
    /// The characters of the headline, in lower case; words are ranges of them.
    let scalars: [UInt32]
    /// The hashes of headlines listed with this one.
    let related: [UInt64]
    let date: Timestamp
    let source: String
    let voice: UInt64
    let url: String?
    let isJapanese: Bool
    /// Whether it tells of victims, whose number grows while an event goes on.
    let hasVictims: Bool
    /// Its places, sorted, and those with all that they lie in.
    let places: [UInt64]
    let widePlaces: [UInt64]
    /// Names by their kind.
    let heads: [(kind: UInt64, name: UInt64)]
    /// What is done, as bits of ``Lexicon/Action``.
    let actions: UInt32
    /// Whether it tells that something happened: a text about a product may just be about its use.
    let tellsOccurrence: Bool
    /// What kinds of events its words tell of, as bits of ``Lexicon/Traits/kinds``.
    let kinds: UInt64

    /// The least length of a summary, in characters.
    static let shortestSummary = 80
    /// How much of a summary counts, in characters.
    static let summaryLimit = 300

    /// Cuts an article into features. The time is bounded: only the beginning of long texts is read.
    public init(_ article: StoryArticle) {
        let clean = TitleCleaning(article.title, publisher: article.publisher, source: article.source)
        let tokens = TitleTokens(clean.scalars)
        scalars = tokens.scalars
        words = Self.words(tokens)
        grams = Self.grams(tokens)
        let labels = clean.labels.map { TitleTokens($0) }
        let labelNumbers = labels.flatMap(Self.numbers(ofLabel:))
        titleHash = Self.titleHash(tokens.scalars, labelNumbers)
        numbers = tokens.numbers + labelNumbers + TitleSlots.read(tokens.scalars, tokens.classes, title: titleHash)
        date = article.date
        source = article.source
        voice = FeatureHash.hash(.title, article.publisher ?? article.source)
        url = article.url
        isJapanese = tokens.isJapanese
        hasVictims = words.contains { Self.victimWords.contains($0.feature) }
        let named = words.filter { $0.nameClass == .place }.map(\.feature)
        heads = tokens.heads
        places = named
        widePlaces = named + named.flatMap { Lexicon.shared.ancestors(of: $0) }
        actions =
            (labels + (clean.prefix.isEmpty ? [] : [TitleTokens(clean.prefix)])).reduce(tokens.actions) {
                $0 | $1.actions & Lexicon.Action.guide.bit
            }
        var kinds: UInt64 = 0
        var tellsOccurrence = tokens.saysItIsOut
        for token in tokens.tokens {
            let traits = Lexicon.traits[token.feature]
            kinds |= traits.kinds
            tellsOccurrence = tellsOccurrence || traits.isOccurrence
        }
        (self.kinds, self.tellsOccurrence) = (kinds, tellsOccurrence)
        related =
            article.related.count < 2
            ? []
            : article.related.prefix(16).map {
                Self.titleHash(TitleCleaning($0, publisher: article.publisher, source: article.source))
            }.sorted()
        summary = Self.summary(article.summary)
    }

    private static func summary(_ text: String?) -> [Gram] {
        guard let text, text.unicodeScalars.prefix(shortestSummary).count == shortestSummary else { return [] }
        return words(TitleTokens(TitleCleaning.folded(text, limit: summaryLimit))).map {
            Gram(feature: $0.feature, count: $0.count, commonness: $0.commonness)
        }
    }

    /// Letters and digits only, so that signs and blanks make no difference; numbers of labels count.
    private static func titleHash(_ scalars: [UInt32], _ labels: [NumberMention]) -> UInt64 {
        let hash = FeatureHash.hash(.title, scalars.lazy.filter { CharacterClass($0) != .other })
        return labels.reduce(hash) { FeatureHash.combine(.title, $0, $1.value.bitPattern) }
    }

    private static func titleHash(_ clean: TitleCleaning) -> UInt64 {
        titleHash(
            TitleTokens.lowered(clean.scalars), clean.labels.flatMap { numbers(ofLabel: TitleTokens($0)) })
    }

    /// The numbers of a label; one that stands for itself counts as the number of an edition.
    private static func numbers(ofLabel tokens: TitleTokens) -> [NumberMention] {
        if !tokens.numbers.isEmpty { return tokens.numbers }
        return tokens.numberValues.prefix(1).map { NumberMention(kind: .ordinal, context: labelContext, value: $0) }
    }

    private static let labelContext: UInt64 = 4

    private static func words(_ tokens: TitleTokens) -> [Feature] {
        var features: [Feature] = []
        features.reserveCapacity(tokens.tokens.count)
        var piece = 0
        var lastEnd = -1
        var mayBeJoined = false
        for (ordinal, token) in tokens.tokens.enumerated() where token.commonness != .stop {
            let touches =
                token.range.lowerBound <= lastEnd
                || lastEnd > 0 && token.range.lowerBound == lastEnd + 1 && tokens.scalars[lastEnd] == 0x20
                    && tokens.classes[token.range.lowerBound] != .ideograph
                    && tokens.classes[token.range.lowerBound] != .katakana
            let mayJoin = token.commonness == .unknown || token.form == .name || token.isNumber
            let joins = touches && mayJoin && mayBeJoined
            mayBeJoined = mayJoin && !token.isNumber
            // Pairs that overlap are one piece.
            if token.range.lowerBound >= lastEnd { piece += 1 }
            lastEnd = token.range.upperBound
            features.append(
                Feature(
                    feature: token.feature, count: 1, commonness: token.commonness,
                    piece: UInt8(truncatingIfNeeded: piece), nameClass: token.nameClass, isNumber: token.isNumber,
                    form: token.form, isNoun: token.isNoun,
                    isLatin: tokens.classes[token.range.lowerBound] == .letter,
                    joins: joins, ordinal: UInt8(clamping: ordinal),
                    start: UInt16(clamping: token.range.lowerBound), end: UInt16(clamping: token.range.upperBound)))
        }
        return merged(features)
    }

    /// Trigrams of Latin words, pairs of Japanese letters. What stands within a common word is as common as the word.
    private static func grams(_ tokens: TitleTokens) -> [Gram] {
        var grams: [Gram] = []
        grams.reserveCapacity(tokens.scalars.count)
        var commonness = [Lexicon.Commonness?](repeating: nil, count: tokens.scalars.count)
        for token in tokens.tokens {
            for place in token.range where place < commonness.count {
                commonness[place] = max(commonness[place] ?? .unknown, token.commonness)
            }
        }
        let scalars = tokens.scalars
        let classes = tokens.classes
        var place = 0
        while place < scalars.count {
            let kind = classes[place]
            if kind == .letter || kind == .digit {
                var end = place
                while end < scalars.count, classes[end] == .letter || classes[end] == .digit { end += 1 }
                let level = commonness[place] ?? .stop
                if level != .stop {
                    for middle in place..<end {
                        let hash = FeatureHash.hash(
                            .gram, middle > place ? scalars[middle - 1] : 0x20, scalars[middle],
                            middle + 1 < end ? scalars[middle + 1] : 0x20)
                        grams.append(Gram(feature: hash, count: 1, commonness: level))
                    }
                }
                place = end
            } else if kind.isJapanese {
                if place + 1 < scalars.count, classes[place + 1].isJapanese,
                    kind != .hiragana || classes[place + 1] != .hiragana
                {
                    let level: Lexicon.Commonness
                    if kind == .hiragana || classes[place + 1] == .hiragana {
                        level = .field
                    } else {
                        level = min(commonness[place] ?? .unknown, commonness[place + 1] ?? .unknown)
                    }
                    if level != .stop {
                        let hash = FeatureHash.hash(.gram, scalars[place], scalars[place + 1])
                        grams.append(Gram(feature: hash, count: 1, commonness: level))
                    }
                }
                place += 1
            } else {
                place += 1
            }
        }
        grams.sort { $0.feature < $1.feature }
        var result: [Gram] = []
        result.reserveCapacity(grams.count)
        for gram in grams {
            if let last = result.last, last.feature == gram.feature {
                result[result.count - 1].count = last.count &+ 1
            } else {
                result.append(gram)
            }
        }
        return result
    }

    /// Sorts features and adds up equal ones.
    private static func merged(_ features: [Feature]) -> [Feature] {
        let sorted = features.sorted { ($0.feature, $0.start) < ($1.feature, $1.start) }
        var result: [Feature] = []
        result.reserveCapacity(sorted.count)
        for feature in sorted {
            if let last = result.last, last.feature == feature.feature {
                result[result.count - 1].count = last.count &+ 1
            } else {
                result.append(feature)
            }
        }
        return result
    }

    /// Words of victims, by their features.
    private static let victimWords: Set<UInt64> = {
        let forms = ["死去", "負傷", "不明", "避難", "救助", "kill", "hurt", "miss", "victim", "rescu", "evacuat"]
        return Set(
            forms.map { form in
                let scalars = form.unicodeScalars.map(\.value)
                return Lexicon.shared.word(Lexicon.key(scalars))?.feature ?? FeatureHash.hash(.word, scalars)
            })
    }()

    /// The character before a word, without blanks; 0 at the beginning.
    func character(before word: Feature) -> UInt32 {
        var place = Int(word.start) - 1
        while place >= 0, place < scalars.count, scalars[place] == 0x20 { place -= 1 }
        return place >= 0 && place < scalars.count ? scalars[place] : 0
    }

    /// The character after a word, without blanks; 0 at the end.
    func character(after word: Feature) -> UInt32 {
        var place = Int(word.end)
        while place < scalars.count, scalars[place] == 0x20 { place += 1 }
        return place < scalars.count ? scalars[place] : 0
    }

    /// The text of a word.
    func label(_ word: Feature) -> String {
        let range = Int(word.start)..<min(Int(word.end), scalars.count)
        guard range.lowerBound <= range.upperBound else { return "" }
        return String(scalars: scalars[range])
    }
}
