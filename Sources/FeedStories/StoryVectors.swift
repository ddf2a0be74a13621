import FeedModel

/// Weighted features of many texts in flat arrays.
struct StoryVectors {
    /// What is asked of one text often.
    struct Item {
        var words: Range<Int32>
        /// Empty if those of many texts are not kept.
        var grams: Range<Int32>
        var gramCount: Int32
        var summary: Range<Int32>
        var numbers: Range<Int32>
        var related: Range<Int32>
        /// Its places, then those that they lie in.
        var places: Range<Int32>
        var widePlaces: Range<Int32>
        var heads: Range<Int32>
        var actions: UInt32
        /// The kinds of its numbers, as bits.
        var numberKinds: UInt16
        var titleHash: UInt64
        var voice: UInt64
        var url: UInt64
        var date: Timestamp
        var isJapanese: Bool
        var isSeries: Bool
        var hasVictims: Bool
        var tellsOccurrence: Bool
        var kinds: UInt64
        /// The classes of which the title names something.
        var classes: UInt16
        /// The lengths of the vectors before they got the length 1.
        var wordNorm: Float = 0
        var gramNorm: Float = 0
    }

    /// A word of a title, in 32 bytes: there may be a million.
    struct Word {
        var feature: UInt64
        var weight: Float
        /// What a well-known name tells of an event, in parts of a rare word.
        var evidence: Float
        /// The characters around it, blanks left out; 0 at the ends.
        var before: UInt32
        var after: UInt32
        /// Where it stands in the title.
        var start: UInt16
        var end: UInt16
        fileprivate var traits: Traits
        /// Its number in the title.
        var ordinal: UInt8
        /// The class of names plus one; 0 for other words.
        var nameClass: UInt8

        /// What is yes or no, and in the lowest two bits the commonness.
        fileprivate struct Traits: OptionSet {
            let rawValue: UInt16

            static let joins = Traits(rawValue: 1 << 2)
            static let isRare = Traits(rawValue: 1 << 3)
            static let isNumber = Traits(rawValue: 1 << 4)
            static let isName = Traits(rawValue: 1 << 5)
            static let isCapital = Traits(rawValue: 1 << 6)
            static let isTitleCase = Traits(rawValue: 1 << 7)
            static let isNoun = Traits(rawValue: 1 << 8)
            static let isLatin = Traits(rawValue: 1 << 9)
            static let isPair = Traits(rawValue: 1 << 10)

            init(rawValue: UInt16) { self.rawValue = rawValue }

            init(_ word: StoryText.Feature) {
                var traits = Traits(rawValue: UInt16(word.commonness.rawValue))
                if word.joins { traits.insert(.joins) }
                if word.isNumber { traits.insert(.isNumber) }
                if word.form == .name || word.form == .katakana { traits.insert(.isName) }
                if word.isLatin && word.form == .name { traits.insert(.isCapital) }
                if word.form == .titleCase { traits.insert(.isTitleCase) }
                if word.isNoun { traits.insert(.isNoun) }
                if word.isLatin { traits.insert(.isLatin) }
                if word.form == .pair { traits.insert(.isPair) }
                self = traits
            }
        }

        var commonness: Lexicon.Commonness { Lexicon.Commonness(rawValue: UInt8(traits.rawValue & 3)) ?? .unknown }
        /// Whether it is a part of the name that the word before it begins.
        var joins: Bool { traits.contains(.joins) }
        var isRare: Bool {
            get { traits.contains(.isRare) }
            set { if newValue { traits.insert(.isRare) } else { traits.remove(.isRare) } }
        }
        var isNumber: Bool { traits.contains(.isNumber) }
        /// Whether it looks like a name.
        var isName: Bool { traits.contains(.isName) }
        /// Whether it has a capital where others have none.
        var isCapital: Bool { traits.contains(.isCapital) }
        /// Whether it has a capital in a title where most words have one.
        var isTitleCase: Bool { traits.contains(.isTitleCase) }
        var isNoun: Bool { traits.contains(.isNoun) }
        var isLatin: Bool { traits.contains(.isLatin) }
        /// Whether it is a pair of ideographs.
        var isPair: Bool { traits.contains(.isPair) }
        /// Whether two titles that share it may be one story, for it alone or with others of their field: what is to be
        /// compared at all.
        var mayFound: Bool {
            weight > 0
                && (isRare || commonness == .field || commonness == .unknown && evidence >= StoryRules.foundingEvidence)
        }
    }

    struct Gram {
        var feature: UInt64
        var weight: Float
        var commonness: Lexicon.Commonness
    }

    private(set) var items: [Item] = []
    private(set) var words: [Word] = []
    private(set) var grams: [Gram] = []
    private(set) var summaries: [Gram] = []
    private(set) var numbers: [NumberMention] = []
    private(set) var related: [UInt64] = []
    private(set) var places: [UInt64] = []
    private(set) var heads: [(kind: UInt64, name: UInt64)] = []

    private let weights: StoryWeights
    private let templates: StoryTemplates
    let demand: StoryDemand
    /// Reads a text again, if n-grams, which are most of what is known of a title, are not kept.
    private let readsAgain: ((Int) -> StoryText)?
    private let recent = RecentGrams()

    /// - Parameter readsAgain: returns the text that was appended at a place. With it, n-grams are not kept, but made again
    ///   for those texts that are compared by them.
    init(_ matcher: StoryMatcher, readsAgain: ((Int) -> StoryText)? = nil) {
        weights = matcher.weights
        templates = matcher.templates
        demand = StoryDemand(matcher.match)
        self.readsAgain = readsAgain
    }

    /// Makes room for the texts that are still to come, if they are like those that were appended.
    mutating func reserveCapacity(_ count: Int) {
        guard !items.isEmpty else { return }
        func expected(_ found: Int) -> Int { found * count / items.count * 17 / 16 }
        words.reserveCapacity(expected(words.count))
        if readsAgain == nil { grams.reserveCapacity(expected(grams.count)) }
        numbers.reserveCapacity(expected(numbers.count))
        items.reserveCapacity(count)
    }

    /// Adds a text. ``weigh()`` gives its features their weights.
    mutating func append(_ text: StoryText) {
        let template = templates.features(of: text.source)
        let firstWord = Int32(words.count)
        let versions = text.numbers.filter { $0.kind == .version || $0.kind == .year }
            .map { FeatureHash.combine(.number, $0.value.bitPattern, 0) }
        var classes: UInt16 = 0
        for word in text.words {
            let isTemplate = template?.contains(word.feature) ?? false
            if let nameClass = word.nameClass, !isTemplate { classes |= 1 << UInt16(nameClass.rawValue) }
            words.append(
                Word(
                    feature: word.feature, weight: isTemplate ? 0 : Float(word.count),
                    evidence: Self.evidence(word, isVersion: word.isNumber && versions.contains(word.feature)),
                    before: text.character(before: word), after: text.character(after: word), start: word.start,
                    end: word.end, traits: Word.Traits(word), ordinal: word.ordinal,
                    nameClass: isTemplate ? 0 : (word.nameClass.map { $0.rawValue + 1 } ?? 0)))
        }
        let firstGram = Int32(grams.count)
        Self.append(text.grams, to: &grams, template)
        let gramCount = Int32(grams.count) - firstGram
        if readsAgain != nil { grams.removeLast(Int(gramCount)) }
        let firstSummary = Int32(summaries.count)
        Self.append(text.summary, to: &summaries, nil)
        let firstNumber = Int32(numbers.count)
        numbers += text.numbers
        let firstRelated = Int32(related.count)
        related += text.related
        let firstHead = Int32(heads.count)
        heads += text.heads
        let firstPlace = Int32(places.count)
        places += text.places.filter { !(template?.contains($0) ?? false) }
        let placesEnd = Int32(places.count)
        if placesEnd > firstPlace { places += text.widePlaces }
        items.append(
            Item(
                words: firstWord..<Int32(words.count), grams: firstGram..<Int32(grams.count),
                gramCount: gramCount,
                summary: firstSummary..<Int32(summaries.count), numbers: firstNumber..<Int32(numbers.count),
                related: firstRelated..<Int32(related.count), places: firstPlace..<placesEnd,
                widePlaces: placesEnd..<Int32(places.count), heads: firstHead..<Int32(heads.count),
                actions: text.actions,
                numberKinds: text.numbers.reduce(0) { $0 | 1 << UInt16($1.kind.rawValue) }, titleHash: text.titleHash,
                voice: text.voice,
                url: text.url.flatMap(ArticleAddress.init).map { FeatureHash.hash(.title, $0.key) } ?? 0,
                date: text.date,
                isJapanese: text.isJapanese, isSeries: templates.isSeries(text.titleHash, of: text.source),
                hasVictims: text.hasVictims, tellsOccurrence: text.tellsOccurrence, kinds: text.kinds, classes: classes)
        )
    }

    private static func append(
        _ features: [StoryText.Gram], to list: inout [Gram], _ template: Set<UInt64>?
    ) {
        for feature in features {
            if let template, template.contains(feature.feature) { continue }
            list.append(
                Gram(feature: feature.feature, weight: Float(feature.count), commonness: feature.commonness))
        }
    }

    /// Turns the counts of all features into weights, once, after the last text. Each text's vectors get the length 1,
    /// or 0 if nothing of it counts.
    ///
    /// A word that many texts here have is not rare, even if the state has not counted them yet.
    mutating func weigh() {
        var here = FeatureTable<Int32>(capacity: words.count / 2, empty: 0)
        var titles: Set<UInt64> = []
        // Copies of a headline are one voice.
        for item in items where titles.insert(item.titleHash).inserted {
            for index in item.words.indices64 { here[words[index].feature] += 1 }
        }
        for place in items.indices {
            let item = items[place]
            var sum: Float = 0
            for index in item.words.indices64 {
                let word = words[index]
                guard word.weight > 0 else { continue }
                let count = max(weights.count(of: word.feature), Int(here[word.feature]))
                let weight = weights.weight(
                    count: count, tf: word.weight, word.nameClass == 0 ? word.commonness : max(word.commonness, .field))
                words[index].weight = weight
                words[index].isRare = weights.isRare(count: count, word.commonness, isName: word.isName)
                sum += weight * weight
            }
            guard sum > 0 else { continue }
            items[place].wordNorm = sum.squareRoot()
            let factor = 1 / sum.squareRoot()
            for index in item.words.indices64 { words[index].weight *= factor }
        }
        for place in items.indices {
            let item = items[place]
            items[place].gramNorm =
                Self.weigh(&grams, item.grams, weights)
            _ = Self.weigh(&summaries, item.summary, weights)
        }
    }

    /// The weighted n-grams of a title, and the length of their vector before it got the length 1.
    func grams(of place: Int) -> (grams: ArraySlice<Gram>, norm: Float) {
        let item = items[place]
        guard let readsAgain else { return (grams[item.grams.indices64], item.gramNorm) }
        if let known = recent[place] { return (known.grams[...], known.norm) }
        let text = readsAgain(place)
        var list: [Gram] = []
        list.reserveCapacity(Int(item.gramCount))
        Self.append(text.grams, to: &list, templates.features(of: text.source))
        let norm = Self.weigh(&list, 0..<Int32(list.count), weights)
        recent[place] = RecentGrams.Title(place: place, grams: list, norm: norm)
        return (list[...], norm)
    }

    private static func weigh(_ list: inout [Gram], _ range: Range<Int32>, _ weights: StoryWeights) -> Float {
        var sum: Float = 0
        for index in range.indices64 {
            let gram = list[index]
            let weight = weights.weight(
                count: weights.count(of: gram.feature), tf: gram.weight, gram.commonness)
            list[index].weight = weight
            sum += weight * weight
        }
        guard sum > 0 else { return 0 }
        let factor = 1 / sum.squareRoot()
        for index in range.indices64 { list[index].weight *= factor }
        return sum.squareRoot()
    }
}
