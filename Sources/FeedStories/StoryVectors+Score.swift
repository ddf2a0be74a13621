import FeedModel

extension StoryVectors {
    /// What two texts have in common.
    struct Common {
        var score: Float = 0
        /// Pieces of the title that both have and few others do.
        var rarePieces = 0
        /// What the well-known names tell that both have.
        var names: Float = 0
        /// Words of a field that both have.
        var fieldWords = 0
        /// Numbers above twelve that both have.
        var numbers = 0
        var refusal: StoryComparison.Refusal?
    }

    /// Compares two texts by their places in ``items``.
    func score(_ left: Int, _ right: Int) -> Common {
        let one = items[left]
        let other = items[right]
        var common = Common()
        let wordCosine = wordCosine(one, other, &common)
        guard common.rarePieces + common.numbers > 0 || common.names >= 0.4 else {
            common.refusal = .noRareWord
            return common
        }
        guard wordCosine >= Self.leastWords else {
            common.score = wordCosine
            return common
        }
        let gramCosine = Self.cosine(grams, one.grams, grams, other.grams)
        var score = (wordCosine + gramCosine) / 2
        if !one.summary.isEmpty, !other.summary.isEmpty {
            score = (score + Self.cosine(summaries, one.summary, summaries, other.summary) / 4) / 1.25
        }
        if areListedTogether(one, other) { score += Self.listed }

        var agreement: Float = 0
        let countsGrow = one.hasVictims || other.hasVictims
        switch relation(one.numbers, other.numbers, countsGrow: countsGrow) {
        case .differ:
            common.refusal = .differentNumbers
            return common
        case .differSoftly: score *= 0.7
        case .agree: agreement = 0.5
        case .none: break
        }
        if haveDifferentNames(one, other) || wordCosine >= Self.alike && areOneForm(one, other, common) {
            score = min(score * 0.3, Self.mostWithDifferentNames)
            common.refusal = .differentNames
        }
        score *= Self.actionFactor(one.actions, other.actions)
        // One name alone makes no event.
        let evidence =
            Float(common.rarePieces) + common.names + 0.3 * Float(min(4, common.fieldWords))
            + 0.7 * Float(min(2, common.numbers)) + agreement
        score *= min(1, max(0.35, 0.45 + (evidence - 1)))
        common.score = min(1, max(0, score))
        return common
    }

    private func relation(_ one: Range<Int32>, _ other: Range<Int32>, countsGrow: Bool) -> NumberRelation {
        if one.isEmpty || other.isEmpty { return .none }
        return NumberRelation(
            Array(numbers[one.indices64]), Array(numbers[other.indices64]), countsGrow: countsGrow)
    }

    /// Below this likeness of the words nothing else is looked at.
    static let leastWords: Float = 0.05

    /// What headlines gain that an aggregator lists together.
    static let listed: Float = 0.1

    /// How far different actions keep two headlines apart.
    private static func actionFactor(_ one: UInt32, _ other: UInt32) -> Float {
        if one & other == 0, one != 0, other != 0 { return 0.4 }
        return Lexicon.secondary.first { (one ^ other) & $0.bits != 0 }?.factor ?? 1
    }

    /// From this likeness of the words on it is looked for a form that was filled in twice.
    static let alike: Float = 0.25

    /// Different names keep titles apart however alike they are: a form was filled in twice.
    static let mostWithDifferentNames: Float = 0.1

    private func wordCosine(_ one: Item, _ other: Item, _ common: inout Common) -> Float {
        var sum: Float = 0
        var pieces: (UInt64, UInt64) = (0, 0)
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
                    if words[left].isNumber {
                        if words[left].commonness == .unknown { common.numbers += 1 }
                    } else if words[left].nameClass != 0 {
                        common.names += words[left].evidence
                    } else if words[left].isRare, words[right].isRare {
                        let piece = UInt64(words[left].piece)
                        if piece < 64 { pieces.0 |= 1 << piece } else { pieces.1 |= 1 << (piece & 63) }
                    } else if words[left].commonness == .field {
                        common.fieldWords += 1
                    }
                    left += 1
                    right += 1
                }
            }
        }
        common.rarePieces = pieces.0.nonzeroBitCount + pieces.1.nonzeroBitCount
        return sum
    }

    private static func cosine(
        _ lefts: [Gram], _ leftRange: Range<Int32>, _ rights: [Gram], _ rightRange: Range<Int32>
    ) -> Float {
        var sum: Float = 0
        lefts.withUnsafeBufferPointer { lefts in
            rights.withUnsafeBufferPointer { rights in
                var left = Int(leftRange.lowerBound)
                var right = Int(rightRange.lowerBound)
                let leftEnd = Int(leftRange.upperBound)
                let rightEnd = Int(rightRange.upperBound)
                while left < leftEnd, right < rightEnd {
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
