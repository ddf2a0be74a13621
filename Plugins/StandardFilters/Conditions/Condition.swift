import FeedConfiguration
import FeedModel

/// A condition on an entry.
indirect enum Condition: Sendable {
    /// True if all of these are.
    case all([Condition])
    /// True if at least one of these is.
    case any([Condition])
    /// True if this is false.
    case not(Condition)
    /// A test of one field.
    case field(FieldTest)

    /// Whether the condition is true; nil if that cannot be known (`FieldTest.holds`). If it is true, the subject lists
    /// what made it so.
    func holds(for subject: inout Subject) -> Bool? {
        let hits = subject.hits.count
        let holds: Bool?
        switch self {
        case .all(let parts): holds = Self.decide(parts, until: false, &subject)
        case .any(let parts): holds = Self.decide(parts, until: true, &subject)
        case .not(let part):
            holds = part.holds(for: &subject).map { !$0 }
            subject.hits.removeSubrange(hits...)
            if holds == true { subject.hits.append(.not(part)) }
        case .field(let test): return test.holds(for: &subject)
        }
        if holds != true { subject.hits.removeSubrange(hits...) }
        return holds
    }

    private static func decide(_ parts: [Condition], until decisive: Bool, _ subject: inout Subject) -> Bool? {
        var isOpen = false
        for part in parts {
            guard let holds = part.holds(for: &subject) else {
                isOpen = true
                continue
            }
            if holds == decisive { return decisive }
        }
        return isOpen ? nil : !decisive
    }

    /// Whether any of the condition's tests reads an entry's summary or content.
    var readsBodies: Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains(where: \.readsBodies)
        case .not(let part): part.readsBodies
        case .field(.text(let field, _)), .field(.textExists(let field, _)): field.standsInBody
        case .field: false
        }
    }

    /// The condition in words: `title matches ^PR and not (likes exists)`.
    var words: String {
        switch self {
        case .all(let parts): Self.joined(parts, by: " and ")
        case .any(let parts): Self.joined(parts, by: " or ")
        case .not(let part): "not (\(part.words))"
        case .field(let test): test.words
        }
    }

    private static func joined(_ parts: [Condition], by word: String) -> String {
        parts.map { part in
            switch part {
            case .all(let inner) where inner.count > 1, .any(let inner) where inner.count > 1: "(\(part.words))"
            default: part.words
            }
        }.joined(separator: word)
    }

    /// The words, cut to 100 characters.
    var shortWords: String { words.line(of: 100) }
}

/// One test of one field.
enum FieldTest: Sendable {
    case text(Field, TextTest)
    case textExists(Field, Bool)
    case date([DateTest])
    case dateExists(Bool)
    case number(String, [NumberCriterion])
    case numberExists(String, Bool)
    case buzz([BuzzTest])

    /// Whether the test is true; nil if that depends on a pattern that used up its budget, or on numbers of which there
    /// are too few to compare with. What made it true becomes the last hit of the subject.
    func holds(for subject: inout Subject) -> Bool? {
        let holds: Bool
        switch self {
        case .text(let field, let test):
            var isOpen = false
            for part in Subject.parts(of: field) {
                switch test.holds(for: part, of: &subject) {
                case true: return true
                case nil: isOpen = true
                default: break
                }
            }
            return isOpen ? nil : false
        case .textExists(let field, let exists):
            holds = Subject.parts(of: field).contains { !subject.values(of: $0).isEmpty } == exists
        case .date(let tests):
            guard let published = subject.entry.published else { return false }
            holds = tests.contains { $0.holds(for: published, in: subject.zone) }
        case .dateExists(let exists): holds = (subject.entry.published != nil) == exists
        case .number(let name, let tests):
            guard let number = subject.entry.numbers[name] else { return false }
            var isOpen = false
            for test in tests {
                switch test {
                case .compared(let test) where test.holds(for: number):
                    subject.hits.append(.test("\(name) \(test.words)"))
                    return true
                case .top(let test):
                    switch subject.isWithin(test, name, number) {
                    case true:
                        subject.hits.append(.test("\(name) \(test.words)"))
                        return true
                    case nil: isOpen = true
                    default: break
                    }
                default: break
                }
            }
            return isOpen ? nil : false
        case .numberExists(let name, let exists): holds = (subject.entry.numbers[name] != nil) == exists
        case .buzz(let tests):
            guard let value = subject.buzz?.value else { return subject.mayHaveBuzz ? nil : false }
            holds = tests.contains { $0.holds(for: value) }
        }
        if holds { subject.hits.append(.test(words)) }
        return holds
    }

    var words: String {
        switch self {
        case .text(let field, let test): "\(field.rawValue) \(test.words)"
        case .textExists(let field, let exists): field.rawValue + (exists ? " exists" : " is missing")
        case .date(let tests): "published \(tests.map(\.words).joined(separator: " or "))"
        case .dateExists(let exists): exists ? "published exists" : "published is missing"
        case .number(let name, let tests): "\(name) \(tests.map(\.words).joined(separator: " or "))"
        case .numberExists(let name, let exists): name + (exists ? " exists" : " is missing")
        case .buzz(let tests): "buzz \(tests.map(\.words).joined(separator: " or "))"
        }
    }
}
