import FeedHTML
import FeedModel
import FeedPatterns
import FeedStages

/// The fields of entries that conditions can test. Every other name is a number that a plugin adds.
enum Field: String, Sendable, Hashable, CaseIterable {
    case title, summary, body, text, url, host, source, publisher, author, tag, language, published

    /// Whether the field reads an entry's summary or content.
    var standsInBody: Bool { self == .summary || self == .body || self == .text }
}

/// A part of a condition that was true.
enum Hit: Sendable {
    /// A test, in words with what it found: `title contains Swift`.
    case test(String)
    /// A condition that was false.
    case not(Condition)
}

/// An entry as conditions read it. Its texts are made when they are needed, and folded once.
struct Subject {
    let entry: Entry
    let source: String
    let zone: Zone
    /// How much the entry is talked about, or nil if no test asks or nothing is known.
    let buzz: Buzz?
    private let age: AgeBucket
    private let history: NumberHistory
    /// The remaining budget of patterns.
    var budget: PatternBudget
    /// The patterns that used up their budget.
    var undecided: Set<String> = []
    /// What made the condition true.
    var hits: [Hit] = []
    private var texts: [Field: [String]] = [:]
    private var folded: [FoldedKey: [FoldedText]] = [:]

    private struct FoldedKey: Hashable {
        let field: Field
        let rule: TextTest.Rule
    }

    init(
        _ candidate: Candidate, zone: Zone, budget: PatternBudget, comparison: NumberComparison, buzz: Buzz? = nil
    ) {
        entry = candidate.entry
        source = candidate.source
        age = candidate.ageOfNumbers(at: comparison.now)
        history = comparison.history
        self.zone = zone
        self.budget = budget
        self.buzz = buzz
    }

    /// Whether a number is one of the highest of its source at like age; nil if there are too few to know.
    func isWithin(_ test: TopTest, _ name: String, _ number: Int) -> Bool? {
        history.standing(of: number, as: name, in: source, at: age)?.isWithinTop(test.share)
    }

    /// Whether the entry has a number that will count as soon as there are values to compare it with.
    var mayHaveBuzz: Bool { BuzzMeasure.usualWeights.keys.contains { entry.numbers[$0] != nil } }

    /// The parts of a field. Cheap ones come first, so that a title that decides saves reading the body.
    static func parts(of field: Field) -> [Field] { field == .text ? [.title, .summary, .body] : [field] }

    /// The entry's values of one of the `parts` of a field; empty if it has none.
    mutating func values(of field: Field) -> [String] {
        if let known = texts[field] { return known }
        let values = makeValues(of: field).filter { !$0.isEmpty }
        texts[field] = values
        return values
    }

    /// The entry's values of one of the `parts` of a field, folded for comparison by the rule of a test.
    mutating func foldedValues(of field: Field, _ rule: TextTest.Rule) -> [FoldedText] {
        let key = FoldedKey(field: field, rule: rule)
        if let known = folded[key] { return known }
        let values = values(of: field).map {
            FoldedText($0, ignoringCase: rule.ignoringCase, kana: rule.kana)
        }
        folded[key] = values
        return values
    }

    private func makeValues(of field: Field) -> [String] {
        switch field {
        case .title: [entry.title].compactMap(\.self)
        case .summary: [entry.summary.map(Self.plainText)].compactMap(\.self)
        case .body: [entry.content.map(Self.plainText)].compactMap(\.self)
        case .url: [entry.url].compactMap(\.self)
        case .host: [entry.url.flatMap(Address.host)].compactMap(\.self)
        case .source: [source]
        case .publisher: [entry.publisher?.name].compactMap(\.self)
        case .author: entry.authors.compactMap(\.name)
        case .tag: entry.categories.flatMap { [$0.term, $0.label].compactMap(\.self) }
        case .language: [entry.language].compactMap(\.self)
        case .text, .published: []
        }
    }

    private static func plainText(_ content: TextContent) -> String {
        switch content {
        case .plain(let text): text
        case .html(let html): HTMLText.plain(html.markup, keepsLines: true)
        }
    }
}
