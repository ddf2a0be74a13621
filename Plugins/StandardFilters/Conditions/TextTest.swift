import FeedModel
import FeedPatterns

/// A test of a text for words or patterns; one that fits is enough.
struct TextTest: Sendable {
    /// The kind of test.
    enum Kind: String, Sendable, CaseIterable {
        case contains, equals, matches
        case startsWith = "starts_with"
    }

    /// The words, folded, or the patterns, compiled.
    private enum Wanted: Sendable {
        case words([[UInt8]])
        case patterns([Pattern])
    }

    private let kind: Kind
    private let wanted: Wanted
    private let ignoringCase: Bool
    let words: String

    /// Makes a test for words, which are folded like the texts.
    init(_ kind: Kind, words texts: [String], ignoringCase: Bool) {
        self.kind = kind
        self.ignoringCase = ignoringCase
        wanted = .words(texts.map { Folding.fold($0, ignoringCase: ignoringCase) })
        words = Self.words(kind, texts)
    }

    /// Makes a test for patterns. Patterns are not folded, and they handle case themselves. Texts are only folded in
    /// width.
    init(patterns: [Pattern], written texts: [String]) {
        kind = .matches
        ignoringCase = false
        wanted = .patterns(patterns)
        words = Self.words(.matches, texts)
    }

    /// Whether a value of the field passes; nil if that depends on a pattern that used up its budget.
    func holds(for field: Field, of subject: inout Subject) -> Bool? {
        var isOpen = false
        for value in subject.foldedValues(of: field, ignoringCase: ignoringCase) {
            switch wanted {
            case .words(let words):
                if words.contains(where: { passes(value, $0) }) { return true }
            case .patterns(let patterns):
                for pattern in patterns {
                    switch pattern.isFound(in: value, within: &subject.budget) {
                    case true: return true
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

    private func passes(_ value: [UInt8], _ word: [UInt8]) -> Bool {
        switch kind {
        case .contains: value.contains(run: word)
        case .startsWith: value.starts(with: word)
        case .equals, .matches: value == word
        }
    }

    private static func words(_ kind: Kind, _ texts: [String]) -> String {
        "\(kind.rawValue) \(texts.joined(separator: " or "))"
    }
}
