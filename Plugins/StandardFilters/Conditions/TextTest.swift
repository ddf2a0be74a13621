import FeedModel
import FeedPatterns

/// What a text is tested for: any one of several words or patterns is enough.
struct TextTest: Sendable {
    /// How.
    enum Kind: String, Sendable, CaseIterable {
        case contains, equals, matches
        case startsWith = "starts_with"
    }

    /// The words or patterns, compiled.
    private enum Wanted: Sendable {
        case words([[UInt8]])
        case patterns([Pattern])
    }

    private let kind: Kind
    private let wanted: Wanted
    private let ignoringCase: Bool
    let words: String

    /// Words are folded as texts are.
    init(_ kind: Kind, words texts: [String], ignoringCase: Bool) {
        self.kind = kind
        self.ignoringCase = ignoringCase
        wanted = .words(texts.map { Folding.fold($0, ignoringCase: ignoringCase) })
        words = Self.words(kind, texts)
    }

    /// Patterns stay as they are; texts are folded in width, and the patterns know about case.
    init(patterns: [Pattern], written texts: [String]) {
        kind = .matches
        ignoringCase = false
        wanted = .patterns(patterns)
        words = Self.words(.matches, texts)
    }

    /// Whether a value of the field passes; nil where a pattern gave up.
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
