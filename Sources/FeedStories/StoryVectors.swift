import FeedModel

/// Weighted features of many texts in flat arrays.
struct StoryVectors {
    /// What is asked of one text often.
    struct Item {
        var words: Range<Int32>
        var grams: Range<Int32>
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

    struct Word {
        var feature: UInt64
        var weight: Float
        /// Whether it is a part of the name that the word before it begins.
        var joins: Bool
        /// Its number in the title.
        var ordinal: UInt8
        var commonness: Lexicon.Commonness
        var isRare: Bool
        /// Whether two titles that share it may be one story, for it alone or with others of their field: what is to be
        /// compared at all.
        var mayFound: Bool {
            weight > 0
                && (isRare || commonness == .field || commonness == .unknown && evidence >= StoryRules.foundingEvidence)
        }
        /// The class of names plus one; 0 for other words.
        var nameClass: UInt8
        var isNumber: Bool
        /// What a well-known name tells of an event, in parts of a rare word.
        var evidence: Float
        /// Where it stands in the title.
        var start: UInt16
        var end: UInt16
        /// Whether it looks like a name.
        var isName: Bool
        /// Whether it has a capital where others have none.
        var isCapital: Bool
        /// Whether it has a capital in a title where most words have one.
        var isTitleCase: Bool
        var isNoun: Bool
        var isLatin: Bool
        /// Whether it is a pair of ideographs.
        var isPair: Bool
        /// The characters around it, blanks left out; 0 at the ends.
        var before: UInt32
        var after: UInt32
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

    init(_ matcher: StoryMatcher) {
        weights = matcher.weights
        templates = matcher.templates
        demand = StoryDemand(matcher.match)
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
                    feature: word.feature, weight: isTemplate ? 0 : Float(word.count), joins: word.joins,
                    ordinal: word.ordinal,
                    commonness: word.commonness, isRare: false,
                    nameClass: isTemplate ? 0 : (word.nameClass.map { $0.rawValue + 1 } ?? 0),
                    isNumber: word.isNumber,
                    evidence: Self.evidence(word, isVersion: word.isNumber && versions.contains(word.feature)),
                    start: word.start, end: word.end, isName: word.form == .name || word.form == .katakana,
                    isCapital: word.isLatin && word.form == .name, isTitleCase: word.form == .titleCase,
                    isNoun: word.isNoun, isLatin: word.isLatin, isPair: word.form == .pair,
                    before: text.character(before: word), after: text.character(after: word)))
        }
        let firstGram = Int32(grams.count)
        Self.append(text.grams, to: &grams, template)
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
