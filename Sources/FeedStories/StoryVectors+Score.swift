extension StoryVectors {
    /// What two texts have in common.
    struct Common {
        var score: Float = 0
        /// Whether both have a word that few others have, a well-known name, or a number.
        var isFounded = false
        var refusal: StoryComparison.Refusal?
    }

    /// Compares two texts by their places in ``items``.
    func score(_ left: Int, _ right: Int) -> Common {
        let one = items[left]
        let other = items[right]
        var common = Common()
        let wordCosine = wordCosine(one, other, &common)
        let numbers = relation(one, other)
        guard common.isFounded || numbers == .agree else {
            common.refusal = .noRareWord
            return common
        }
        guard wordCosine >= StoryRules.leastWords else {
            common.score = wordCosine
            return common
        }
        guard numbers != .differ else {
            common.refusal = .differentNumbers
            return common
        }
        var score = likeness(left, right, words: wordCosine)
        if haveDifferentNames(one, other) || wordCosine >= StoryRules.formWords && areOneForm(one, other) {
            score = min(score * StoryRules.otherName, StoryRules.mostWithOtherNames)
            common.refusal = .differentNames
        }
        let shared = evidence(one, other)
        var evidence = shared.value + (numbers == .agree ? StoryRules.agreementEvidence : 0)
        if one.kinds & other.kinds != 0 { evidence += StoryRules.kindEvidence }
        var factor = Self.actionFactor(one.actions, other.actions)
        if one.kinds & other.kinds == 0, one.kinds != 0, other.kinds != 0 { factor *= StoryRules.otherKind }
        if numbers == .differSoftly { factor *= StoryRules.otherNumber }
        if shared.isOfSubject { factor *= StoryRules.twoLessons }
        if shared.areOfOthers { factor *= StoryRules.noSharedName }
        score *= factor
        // Much evidence makes up for the words in which two headlines differ.
        if common.refusal == nil, factor > StoryRules.otherAction {
            score += StoryRules.evidenceShare * min(1, max(0, evidence - StoryRules.oneEvent))
        }
        // One name alone makes no event.
        common.score = min(1, max(0, score * demand.share(ofEvidence: evidence)))
        return common
    }

    /// How many words, characters and words of the summaries two titles have in common.
    private func likeness(_ left: Int, _ right: Int, words wordCosine: Float) -> Float {
        let (one, other) = (items[left], items[right])
        let (ours, theirs) = (grams(of: left), grams(of: right))
        let gramCosine = Self.cosine(ours.grams, theirs.grams)
        var score =
            StoryRules.wordShare * Self.stretched(wordCosine, one.wordNorm, other.wordNorm)
            + (1 - StoryRules.wordShare) * Self.stretched(gramCosine, ours.norm, theirs.norm)
        if !one.summary.isEmpty, !other.summary.isEmpty {
            let summaryCosine = Self.cosine(
                summaries[one.summary.indices64], summaries[other.summary.indices64])
            score = (score + StoryRules.summary * summaryCosine) / (1 + StoryRules.summary)
        }
        return areListedTogether(one, other) ? score + StoryRules.listed : score
    }

    private func relation(_ one: Item, _ other: Item) -> NumberRelation {
        guard one.numberKinds & other.numberKinds != 0 else { return .none }
        return NumberRelation(
            numbers[one.numbers.indices64], numbers[other.numbers.indices64],
            countsGrow: one.hasVictims || other.hasVictims)
    }

    /// How far different actions keep two headlines apart.
    private static func actionFactor(_ one: UInt32, _ other: UInt32) -> Float {
        if one & Lexicon.lessons != 0, other & Lexicon.lessons != 0 { return StoryRules.twoLessons }
        if one & other == 0, one != 0, other != 0 { return StoryRules.otherAction }
        return Lexicon.secondary.first { (one ^ other) & $0.bits != 0 }?.factor ?? 1
    }

    /// Lets a short title count as a part of a long one.
    private static func stretched(_ cosine: Float, _ one: Float, _ other: Float) -> Float {
        guard one > 0, other > 0 else { return 0 }
        let ratio = max(one, other) / min(one, other)
        return min(1, cosine * (1 + StoryRules.containment * (ratio - 1)))
    }

    private func wordCosine(_ one: Item, _ other: Item, _ common: inout Common) -> Float {
        var sum: Float = 0
        var isFounded = false
        var fieldWords = 0
        words.withUnsafeBufferPointer { words in
            var left = Int(one.words.lowerBound)
            var right = Int(other.words.lowerBound)
            let leftEnd = Int(one.words.upperBound)
            let rightEnd = Int(other.words.upperBound)
            while left < leftEnd, right < rightEnd {
                let first = words[left].feature
                let second = words[right].feature
                if first < second {
                    left += 1
                } else if first > second {
                    right += 1
                } else {
                    sum += words[left].weight * words[right].weight
                    if words[left].isRare || words[left].evidence >= StoryRules.foundingEvidence,
                        words[left].weight > 0,
                        words[left].commonness == .unknown
                    {
                        isFounded = true
                    } else if words[left].commonness == .field, words[left].weight > 0 {
                        fieldWords += 1
                    }
                    left += 1
                    right += 1
                }
            }
        }
        common.isFounded = isFounded || fieldWords >= StoryRules.fieldWords
        return sum
    }

    private static func cosine(_ lefts: ArraySlice<Gram>, _ rights: ArraySlice<Gram>) -> Float {
        var sum: Float = 0
        lefts.withUnsafeBufferPointer { lefts in
            rights.withUnsafeBufferPointer { rights in
                var left = 0
                var right = 0
                while left < lefts.count, right < rights.count {
                    let first = lefts[left].feature
                    let second = rights[right].feature
                    if first == second {
                        sum += lefts[left].weight * rights[right].weight
                        left += 1
                        right += 1
                    } else if first < second {
                        left += 1
                    } else {
                        right += 1
                    }
                }
            }
        }
        return sum
    }

    /// Whether one of them comes with a list that has both.
    private func areListedTogether(_ one: Item, _ other: Item) -> Bool {
        func has(_ list: Range<Int32>) -> Bool {
            guard !list.isEmpty else { return false }
            let titles = related[list.indices64]
            return titles.contains(one.titleHash) && titles.contains(other.titleHash)
        }
        return has(one.related) || has(other.related)
    }

    /// Whether both name things of one class, and none is the same.
    private func haveDifferentNames(_ one: Item, _ other: Item) -> Bool {
        if !one.places.isEmpty, !other.places.isEmpty {
            // A town and the country that it lies in are no contradiction.
            let left = places[one.widePlaces.indices64]
            let right = places[other.widePlaces.indices64]
            let isNear =
                places[one.places.indices64].contains { right.contains($0) }
                || places[other.places.indices64].contains { left.contains($0) }
            if !isNear { return true }
            let match = Lexicon.Action.match.bit
            if one.actions & match != 0, other.actions & match != 0, one.places.count > 1, other.places.count > 1,
                places[one.places.indices64].contains(where: { !right.contains($0) }),
                places[other.places.indices64].contains(where: { !left.contains($0) })
            {
                return true
            }
        }
        let placeBit = UInt16(1) << UInt16(Lexicon.NameClass.place.rawValue)
        var both = one.classes & other.classes & ~placeBit
        let left = words[one.words.indices64]
        let right = words[other.words.indices64]
        while both != 0 {
            let nameClass = UInt8(both.trailingZeroBitCount) + 1
            both &= both - 1
            let ours = left.filter { $0.nameClass == nameClass }
            let theirs = right.filter { $0.nameClass == nameClass }
            let common = ours.count { our in theirs.contains { $0.feature == our.feature } }
            if common == 0 { return true }
            // Two games of one team, two deals of one company.
            if ours.count > common, theirs.count > common { return true }
        }
        return haveDifferentHeads(one, other)
    }

    /// `富士山` and `浅間山`: two names of one kind, and none is the same.
    private func haveDifferentHeads(_ one: Item, _ other: Item) -> Bool {
        let left = heads[one.heads.indices64]
        let right = heads[other.heads.indices64]
        guard !left.isEmpty, !right.isEmpty else { return false }
        return left.contains { our in
            right.contains { $0.kind == our.kind }
                && !left.contains { our in right.contains { $0.kind == our.kind && $0.name == our.name } }
        }
    }
}

extension Range<Int32> {
    var indices64: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
