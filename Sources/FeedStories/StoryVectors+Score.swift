import FeedModel

extension StoryVectors {
    /// What two texts have in common.
    struct Common {
        var score: Float = 0
        /// Pieces of the title that both have and few others do.
        var rarePieces = 0
        /// Words of a field that both have.
        var fieldWords = 0
        var refusal: StoryComparison.Refusal?
    }

    /// Compares two texts by their places in ``items``.
    func score(_ left: Int, _ right: Int) -> Common {
        let one = items[left]
        let other = items[right]
        var common = Common()
        let wordCosine = wordCosine(one, other, &common)
        guard common.rarePieces > 0 else {
            common.refusal = .noRareWord
            return common
        }
        let gramCosine = Self.cosine(grams, one.grams, grams, other.grams)
        var score = (wordCosine + gramCosine) / 2
        if !one.summary.isEmpty, !other.summary.isEmpty {
            score = (score + Self.cosine(summaries, one.summary, summaries, other.summary) / 4) / 1.25
        }
        if areListedTogether(one, other) { score += Self.listed }

        let countsGrow = one.hasVictims || other.hasVictims
        switch NumberRelation(
            Array(numbers[one.numbers.indices64]), Array(numbers[other.numbers.indices64]), countsGrow: countsGrow)
        {
        case .differ:
            common.refusal = .differentNumbers
            return common
        case .differSoftly: score *= 0.7
        case .agree, .none: break
        }
        if one.classes & other.classes != 0, haveDifferentNames(one, other) {
            score *= 0.3
            common.refusal = .differentNames
        }
        // One name alone makes no event.
        let evidence = Float(common.rarePieces) + min(1, Float(common.fieldWords) * 0.5)
        if evidence < 1.5 { score *= 0.6 }
        common.score = min(1, max(0, score))
        return common
    }

    /// What headlines gain that an aggregator lists together.
    static let listed: Float = 0.1

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
                    if words[left].isRare, words[right].isRare {
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
        var both = one.classes & other.classes
        let left = words[one.words.indices64]
        let right = words[other.words.indices64]
        while both != 0 {
            let nameClass = UInt8(both.trailingZeroBitCount) + 1
            both &= both - 1
            let shares = left.contains { word in
                word.nameClass == nameClass
                    && right.contains { $0.nameClass == nameClass && $0.feature == word.feature }
            }
            if !shares { return true }
        }
        return false
    }
}

extension Range<Int32> {
    var indices64: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
