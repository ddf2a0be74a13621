import FeedModel
import FeedPatterns

/// A test of a text for words or patterns; one that fits is enough.
struct TextTest: Sendable {
    /// The kind of test.
    enum Kind: String, Sendable, CaseIterable {
        case contains, word, equals, matches
        case startsWith = "starts_with"
    }

    /// What does not count in a comparison, apart from what never does (`Folding`).
    struct Rule: Sendable, Hashable {
        /// Whether case does not count. A pattern handles case itself.
        var ignoringCase = true
        /// Whether hiragana equal katakana: `fold: kana`.
        var kana = false
    }

    /// The words, folded, or the patterns, compiled.
    private enum Wanted: Sendable {
        case words([FoldedWord])
        case patterns([Pattern])
    }

    private let kind: Kind
    private let wanted: Wanted
    /// The words or patterns as written.
    private let written: [String]
    private let rule: Rule
    let words: String

    /// Makes a test for words, which are folded by the same rule as the texts.
    init(_ kind: Kind, words folded: [FoldedWord], written texts: [String], _ rule: Rule) {
        self.kind = kind
        self.rule = rule
        written = texts
        wanted = .words(folded)
        words = Self.words(kind, texts)
    }

    /// Makes a test for patterns.
    init(patterns: [Pattern], written texts: [String], kana: Bool) {
        kind = .matches
        written = texts
        rule = Rule(ignoringCase: false, kana: kana)
        wanted = .patterns(patterns)
        words = Self.words(.matches, texts)
    }

    /// Whether a value of the field passes; nil if that depends on a pattern that used up its budget. What was found
    /// becomes the last hit of the subject.
    func holds(for field: Field, of subject: inout Subject) -> Bool? {
        var isOpen = false
        for value in subject.foldedValues(of: field, rule) {
            switch wanted {
            case .words(let words):
                if let index = words.firstIndex(where: { passes(value, $0) }) {
                    subject.hits.append(hit(in: field, written[index]))
                    return true
                }
            case .patterns(let patterns):
                for pattern in patterns {
                    let (isFound, place) = pattern.find(in: value.bytes, within: &subject.budget)
                    switch isFound {
                    case true:
                        let found = place.map { Self.beginning(of: value.bytes[$0]) } ?? ""
                        subject.hits.append(hit(in: field, found.isEmpty ? pattern.text : found))
                        return true
                    case nil:
                        isOpen = true
                        subject.undecided.insert(pattern.text)
                    default: break
                    }
                }
            }
        }
        return isOpen ? nil : false
    }

    private func passes(_ value: FoldedText, _ word: FoldedWord) -> Bool {
        switch kind {
        case .contains: word.isContained(in: value)
        case .word: word.isWord(in: value)
        case .startsWith: word.begins(value)
        case .equals, .matches: word.equals(value)
        }
    }

    /// The test in words, with one word or the text that its pattern matched: `title matches Swift 6`.
    private func hit(in field: Field, _ found: String) -> Hit {
        .test("\(field.rawValue) \(kind.rawValue) \(found.line(of: Self.longestFinding))")
    }

    /// The beginning of what a pattern matched, which may be a whole book.
    private static func beginning(of match: ArraySlice<UInt8>) -> String {
        // Longer than what is shown of it, so that a letter that is cut in two is not shown.
        String(decoding: match.prefix(12 * longestFinding), as: UTF8.self).line(of: longestFinding)
    }

    /// Characters of what was found, at most.
    private static let longestFinding = 100

    private static func words(_ kind: Kind, _ texts: [String]) -> String {
        "\(kind.rawValue) \(texts.joined(separator: " or "))"
    }
}
