extension StoryVectors {
    /// What a word tells of an event when two titles share it, in parts of a name that few titles have.
    static func evidence(_ word: StoryText.Feature, isVersion: Bool) -> Float {
        if word.isNumber {
            return isVersion
                ? StoryRules.versionEvidence : word.commonness == .unknown ? StoryRules.numberEvidence : 0.1
        }
        switch word.commonness {
        case .stop: return 0
        case .general: return StoryRules.generalEvidence
        case .field: return word.nameClass == nil ? StoryRules.fieldEvidence : 0.2
        case .unknown: break
        }
        switch word.nameClass {
        // A country tells less than a town.
        case .place: return [0.4, 0.5, 0.8][min(2, Lexicon.shared.ancestors(of: word.feature).count)]
        case .road, .school: return 0.8
        case .product: return 0.65
        case .company, .team: return 0.55
        case nil: break
        default: return 0.3
        }
        switch word.form {
        case .name: return 1
        case .titleCase: return StoryRules.titleCaseEvidence
        case .katakana: return StoryRules.katakanaEvidence
        case .pair, .common: return StoryRules.commonEvidence
        }
    }

    /// How much two titles share that tells of one event. Words that stand side by side in both are one thing: `Lake
    /// Tahoe` is one name, not two.
    func evidence(_ one: Item, _ other: Item) -> Evidence {
        var shared: [(ours: Word, theirs: UInt8)] = []
        var isNamed = false
        var sharesName = false
        var hasSubject = false
        var hasLatin = false
        var hasOther = false
        var left = Int(one.words.lowerBound)
        var right = Int(other.words.lowerBound)
        while left < Int(one.words.upperBound), right < Int(other.words.upperBound) {
            let (first, second) = (words[left], words[right])
            if first.feature == second.feature {
                if first.evidence > 0, first.weight > 0 {
                    var word = first
                    isNamed = isNamed || first.commonness == .unknown
                    sharesName =
                        sharesName || first.isCapital || second.isCapital || first.nameClass != 0 || first.isNumber
                    if Self.isSubject(first) { hasSubject = true }
                    if first.isLatin {
                        hasLatin = true
                    } else if !first.isNumber, first.commonness < .general {
                        hasOther = true
                    }
                    word.evidence =
                        first.isRare || first.commonness != .unknown ? max(first.evidence, second.evidence) : 0.3
                    shared.append((word, second.ordinal))
                }
                left += 1
                right += 1
            } else if first.feature < second.feature {
                left += 1
            } else {
                right += 1
            }
        }
        shared.sort { $0.ours.ordinal < $1.ours.ordinal }
        var total: Float = 0
        var place = 0
        while place < shared.count {
            var end = place + 1
            // Ordinals end at 255, which a long run of ideographs reaches.
            while end < shared.count, Int(shared[end].ours.ordinal) == Int(shared[end - 1].ours.ordinal) + 1,
                Int(shared[end].theirs) == Int(shared[end - 1].theirs) + 1, shared[end].ours.joins
            { end += 1 }
            total += Self.value(of: shared[place..<end])
            place = end
        }
        // Words of a field tell what happened, not to whom.
        if !isNamed { total = min(total, StoryRules.mostWithoutName) }
        let tellOccurrence = one.tellsOccurrence && other.tellsOccurrence
        // A Japanese text whose subject has a Latin name: mostly a library or a service.
        let isOfSubject = hasSubject || (one.isJapanese || other.isJapanese) && hasLatin && !hasOther
        let areOfOthers =
            !sharesName && !one.isJapanese && !other.isJapanese && hasOwnName(one) && hasOwnName(other)
        return Evidence(value: total, isOfSubject: isOfSubject && !tellOccurrence, areOfOthers: areOfOthers)
    }

    /// What two titles share that tells of an event.
    struct Evidence {
        /// In parts of a rare name.
        var value: Float
        /// Whether they may be about a product, and not about what happened to it.
        var isOfSubject: Bool
        /// Whether each has a name, and they share none: `Storm closes schools in Alden`, `… in Barlow`.
        var areOfOthers: Bool
    }

    private func hasOwnName(_ item: Item) -> Bool {
        words[item.words.indices64].contains { $0.isCapital && $0.commonness == .unknown && !$0.isNumber }
    }

    /// Whether a word is what a text may be about that tells of no event.
    private static func isSubject(_ word: Word) -> Bool {
        word.nameClass == Lexicon.NameClass.product.rawValue + 1 || Lexicon.traits[word.feature].isTopic
    }

    private static func value(of run: ArraySlice<(ours: Word, theirs: UInt8)>) -> Float {
        var sum: Float = 0
        var most: Float = 0
        var hasName = false
        var numbers: Float = 0
        var pairs = 0
        var names = 0
        for (word, _) in run {
            if word.isNumber {
                numbers += word.evidence
                continue
            }
            sum += word.evidence
            most = max(most, word.evidence)
            if word.commonness == .unknown { hasName = true }
            if word.isPair { pairs += 1 } else if word.isName, word.evidence >= 1 { names += 1 }
        }
        // A first and a last name tell more than one name.
        if names > 1 { most = max(most, StoryRules.fullName) }
        // Three ideographs and more are a name or a word of their own.
        if pairs > 1 { most = max(most, 1) }
        // A version is a part of the name before it.
        let words = hasName ? max(most, min(sum, 1)) : sum
        return run.count > 1 && numbers > 0 ? words + min(numbers, 0.7) * (hasName ? 0.6 : 1) : words + numbers
    }
}
