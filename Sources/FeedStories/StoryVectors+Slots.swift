extension StoryVectors {
    /// Whether two titles are one form, filled in twice: most words are the same in the same order, and at one place
    /// each has a name that the other lacks.
    func areOneForm(_ one: Item, _ other: Item) -> Bool {
        let left = inOrder(one)
        let right = inOrder(other)
        let shorter = min(left.count, right.count)
        guard shorter >= 3, left.count <= 40, right.count <= 40 else { return false }
        let pairs = Self.aligned(left, right)
        let coverage = Float(pairs.count) / Float(shorter)
        guard coverage >= StoryRules.formCoverage, max(left.count, right.count) <= shorter * 2 else { return false }
        var from = (left: 0, right: 0)
        for pair in pairs + [(left: left.count, right: right.count)] {
            let ours = left[from.left..<pair.left]
            let theirs = right[from.right..<pair.right]
            if isSlot(ours, theirs, coverage) { return true }
            from = (pair.left + 1, pair.right + 1)
        }
        return false
    }

    private func inOrder(_ item: Item) -> [Word] { words[item.words.indices64].sorted { $0.start < $1.start } }

    private func isSlot(_ ours: ArraySlice<Word>, _ theirs: ArraySlice<Word>, _ coverage: Float) -> Bool {
        guard !ours.isEmpty, !theirs.isEmpty, ours.count <= 6, theirs.count <= 6 else { return false }
        // A form has the same text around the name.
        guard isOnePiece(ours), isOnePiece(theirs), Self.isAlike(ours.first?.before, theirs.first?.before),
            Self.isAlike(ours.last?.after, theirs.last?.after)
        else { return false }
        let place = Lexicon.NameClass.place.rawValue + 1
        let isWord = { (word: Word) in
            word.commonness == .unknown && word.nameClass != place && !word.isNumber && word.weight > 0
        }
        let isName = { (word: Word) in
            isWord(word)
                && (word.isName || word.isTitleCase || word.isPair && word.isNoun
                    || coverage >= StoryRules.closeFormCoverage)
        }
        return ours.contains(where: isName) && theirs.contains(where: isName)
    }

    /// Signs and the ends of a title are alike.
    private static func isAlike(_ one: UInt32?, _ other: UInt32?) -> Bool {
        guard let one, let other, one != other else { return true }
        return [one, other].allSatisfy { $0 == 0 || CharacterClass($0) == .other }
    }

    /// Whether words stand side by side: a name, not half a sentence.
    private func isOnePiece(_ words: ArraySlice<Word>) -> Bool {
        zip(words, words.dropFirst()).allSatisfy { first, second in
            guard Int(second.ordinal) == Int(first.ordinal) + 1, Int(second.start) <= Int(first.end) + 1 else {
                return false
            }
            let sign = CharacterClass(second.before)
            return second.start <= first.end || sign != .hiragana && sign != .other
        }
    }

    /// The longest common subsequence of two titles.
    private static func aligned(_ left: [Word], _ right: [Word]) -> [(left: Int, right: Int)] {
        let width = right.count + 1
        var lengths = [Int16](repeating: 0, count: (left.count + 1) * width)
        for i in stride(from: left.count - 1, through: 0, by: -1) {
            for j in stride(from: right.count - 1, through: 0, by: -1) {
                lengths[i * width + j] =
                    left[i].feature == right[j].feature
                    ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var pairs: [(left: Int, right: Int)] = []
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            if left[i].feature == right[j].feature {
                pairs.append((i, j))
                (i, j) = (i + 1, j + 1)
            } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
                i += 1
            } else {
                j += 1
            }
        }
        return pairs
    }
}
